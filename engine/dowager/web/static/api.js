// The page for programs: each example is sent as it stands, and the answer shown as it came.
import { showProblem } from "./common.js";

const MOST_SHOWN = 100_000; // characters of an answer

for (const section of document.querySelectorAll(".question")) prepare(section);

function prepare(section) {
  const parts = {
    section,
    example: section.querySelector(".example"),
    run: section.querySelector(".run"),
    stop: section.querySelector(".stop"),
    state: section.querySelector(".state"),
    problem: section.querySelector(".problem-place"),
    answer: section.querySelector(".answer"),
  };
  let under = null;
  parts.run.disabled = false;
  parts.run.addEventListener("click", async () => {
    under = new AbortController();
    await runExample(parts, under.signal);
    under = null;
  });
  parts.stop.addEventListener("click", () => under?.abort());
}

async function runExample(parts, signal) {
  const began = performance.now();
  const elapsed = () => ((performance.now() - began) / 1000).toFixed(2);
  showProblem(parts.problem, null);
  setRunning(parts, true);
  parts.state.textContent = "asking …";
  const clock = setInterval(() => { parts.state.textContent = `asking … ${Math.round(elapsed())} s`; }, 2000);
  try {
    const reply = await fetch(parts.section.dataset.path, { ...request(parts), signal });
    const text = await reply.text();
    if (!reply.ok) throw new Error(JSON.parse(text).error);
    parts.answer.textContent = shown(text);
    parts.answer.hidden = false;
    parts.state.textContent = `answered in ${elapsed()} s`;
  } catch (error) {
    const stopped = error.name === "AbortError";
    parts.state.textContent = stopped ? "stopped" : "";
    if (!stopped) showProblem(parts.problem, error);
  } finally {
    clearInterval(clock);
    setRunning(parts, false);
  }
}

function request(parts) {
  if (parts.section.dataset.method === "GET") return {};
  return { method: "POST", headers: { "Content-Type": "application/json" }, body: parts.example.value };
}

/** Keep the keyboard's place when the button under it is disabled. */
function setRunning(parts, running) {
  const held = document.activeElement === parts.run || document.activeElement === parts.stop;
  parts.run.disabled = running;
  parts.stop.disabled = !running;
  if (held) (running ? parts.stop : parts.run).focus();
}

/** An answer in lines: long lists one item a line, short objects on one. */
function shown(text) {
  const lines = text.trim().split("\n").map((line) => laidOut(JSON.parse(line), ""));
  const whole = lines.join("\n");
  return whole.length <= MOST_SHOWN ? whole : `${whole.slice(0, MOST_SHOWN)}\n…`;
}

function laidOut(value, indent) {
  const flat = JSON.stringify(value, null, 1)?.replace(/\n\s*/g, " ") ?? "null";
  if (flat.length + indent.length <= 88 || typeof value !== "object" || value === null) return flat;
  const deeper = `${indent}  `;
  if (Array.isArray(value)) {
    return `[\n${value.map((each) => deeper + laidOut(each, deeper)).join(",\n")}\n${indent}]`;
  }
  const rows = Object.entries(value).map(([key, each]) => `${deeper}${JSON.stringify(key)}: ${laidOut(each, deeper)}`);
  return `{\n${rows.join(",\n")}\n${indent}}`;
}
