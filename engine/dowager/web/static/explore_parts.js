// What the explorer's files share: questions whose answers are kept, work that shows, figures.

import { SUITS, answered, callElement, element, handElement } from "./common.js";

const MOST_KEPT = 150;
const SHOWN_AFTER = 150; // milliseconds: what is quicker shows no progress

/** Answers by their address: those asked last are kept, so that going back asks nothing. */
class Kept {
  #answers = new Map();

  get(key) {
    const found = this.#answers.get(key);
    if (found === undefined) return undefined;
    this.#answers.delete(key);
    this.#answers.set(key, found);
    return found;
  }

  put(key, answer) {
    this.#answers.set(key, answer);
    if (this.#answers.size > MOST_KEPT) this.#answers.delete(this.#answers.keys().next().value);
  }
}

const kept = new Kept();

/** Ask by GET; answers that may be kept, those about shipped systems, are. */
export async function get(path, fields, signal) {
  const given = Object.entries(fields).filter(([, value]) => value !== "" && value !== null && value !== undefined);
  const address = `${path}?${new URLSearchParams(given)}`;
  const before = kept.get(address);
  if (before !== undefined) return before;
  const answer = await fetch(address, { signal });
  const found = await answered(answer);
  if (answer.headers.get("Cache-Control") !== "no-store") kept.put(address, found);
  return found;
}

/** Say something to those who listen to the page. */
export function say(words) {
  document.getElementById("said").textContent = words;
}

/**
 * Work that shows that it goes on, and how long; each place has one work at a time, and a new one
 * ends the one before. `job` takes a signal; what it draws after it was ended is its own care.
 */
export async function work(place, words, job, { stop = false } = {}) {
  place.ending?.abort();
  const ending = new AbortController();
  place.ending = ending;
  const began = performance.now();
  const time = element("span", {});
  const stopper = stop ? element("button", { type: "button", onclick: () => ending.abort() }, "Stop") : null;
  const show = () => {
    const seconds = Math.floor((performance.now() - began) / 1000);
    time.textContent = seconds ? `${words} (${seconds} s)` : words;
    if (!place.contains(time)) place.replaceChildren(element("span", { class: "runner", "aria-hidden": "true" }), time, ...(stopper ? [stopper] : []));
  };
  const first = setTimeout(show, SHOWN_AFTER);
  const ticking = setInterval(show, 1000);
  try {
    return await job(ending.signal);
  } finally {
    clearTimeout(first);
    clearInterval(ticking);
    if (place.ending === ending) {
      place.ending = null;
      place.replaceChildren();
    }
  }
}

/** Whether an error only says that work was ended. */
export function ended(error) {
  return error.name === "AbortError";
}

// -- numbers -------------------------------------------------------------------------------------

/** A share with three figures, as `28.3%`; nothing is `0%`. */
export function percent(value) {
  const hundred = 100 * value;
  if (!hundred) return "0%";
  if (hundred < 0.001) return "< 0.001%";
  return `${hundred >= 9.995 ? hundred.toFixed(1) : hundred.toPrecision(3)}%`;
}

/** A share in words: an estimate says its error. */
export function shareWords(share) {
  return share.exact ? percent(share.share) : `${percent(share.share)} ± ${percent(share.error)}`;
}

/** A share with a bar under it. */
export function shareElement(share) {
  const filled = element("span", {});
  filled.style.width = `${Math.max(share.share ? 2 : 0, 100 * share.share)}%`;
  const title = share.exact ? "counted" : "estimated from a sample, ± two standard errors";
  return element("span", { title }, shareWords(share), element("span", { class: "bar", "aria-hidden": "true" }, filled));
}

/** A range of a number: `15–17`, `5+`, `0–3`. */
function rangeWords([low, high], most) {
  if (low === high) return `${low}`;
  return high >= most ? `${low}+` : `${low}–${high}`;
}

/**
 * The ranges of a call, HCP and the four suits; null when there is nothing to say.
 * `brief` leaves out suits of which little is shown.
 */
export function rangesElement(ranges, brief) {
  const chips = [];
  const [least, most] = ranges.hcp;
  if (least > 0 || most < 30) chips.push(element("li", {}, `${rangeWords(ranges.hcp, 30)} HCP`));
  for (const [suit, symbol] of Object.entries(SUITS)) {
    const [low, high] = ranges[suit];
    const said = brief ? low >= 3 || high <= 4 || (low === 2 && high <= 5) : low > 0 || high < 13;
    if (said) chips.push(element("li", {}, `${rangeWords(ranges[suit], brief ? 8 : 13)} `, element("span", { class: `suit-${suit}`, "aria-hidden": "true" }, symbol), element("span", { class: "hidden" }, suitWord(suit))));
  }
  return chips.length ? element("ul", { class: "chips", "aria-label": "ranges" }, ...chips) : null;
}

export function suitWord(suit) {
  return { S: "spades", H: "hearts", D: "diamonds", C: "clubs" }[suit];
}

// -- figures -------------------------------------------------------------------------------------

const SVG = "http://www.w3.org/2000/svg";

function svg(name, attributes, ...children) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

/** A histogram as SVG; its text has every number, for those who do not see it. */
export function histogram(name, shares, low, high, kind = "", height = 110) {
  const values = Array.from({ length: high - low + 1 }, (_, index) => shares[low + index] ?? 0);
  const most = Math.max(...values, 1e-9);
  const step = 300 / values.length;
  const drawn = svg("svg", { viewBox: `0 0 300 ${height + 18}`, role: "img", "aria-label": figureWords(name, shares) });
  drawn.append(svg("line", { x1: 0, x2: 300, y1: height + 0.5, y2: height + 0.5 }));
  const every = values.length > 20 ? 3 : 1;
  values.forEach((value, index) => {
    const tall = value ? Math.max(1, (height - 4) * (value / most)) : 0;
    const title = svg("title", {}, `${low + index}: ${percent(value)}`);
    drawn.append(svg("rect", { class: kind, x: index * step + step * 0.1, y: height - tall, width: step * 0.8, height: tall }, title));
    if (index % every === 0) drawn.append(svg("text", { x: (index + 0.5) * step, y: height + 14, "text-anchor": "middle" }, `${low + index}`));
  });
  return element("figure", { class: "figure" }, drawn);
}

function figureWords(name, shares) {
  const parts = Object.entries(shares).map(([value, share]) => `${value}: ${percent(share)}`);
  return `${name}. ${parts.join("; ")}`;
}

// -- hands and rules -----------------------------------------------------------------------------

const HONOURS = { A: 4, K: 3, Q: 2, J: 1 };

/** The high-card points of a hand. */
export function hcpOf(hand) {
  return [...hand].reduce((sum, letter) => sum + (HONOURS[letter] ?? 0), 0);
}

/** A hand with its HCP. */
export function handCard(hand, name = "li", kind = null) {
  return element(name, { class: kind }, handElement(hand), element("small", {}, `${hcpOf(hand)} HCP`));
}

/** A rule: its share of the call, what it asks, where it stands, its YAML. */
export function ruleElement(rule, whole, edit) {
  const place = `${rule.file}:${rule.line}`;
  const where = edit && rule.own
    ? element("button", { type: "button", class: "link", onclick: () => edit(rule.file, rule.line, 1) }, `${place} (edit)`)
    : element("code", {}, place);
  const part = whole ? ` · ${percent(rule.share / whole)} of the call` : "";
  return element(
    "section",
    { class: "rule" },
    element("p", {}, element("strong", {}, rule.name || "a rule without a name"), element("span", { class: "soft small" }, part)),
    element("p", { class: "words" }, rule.text),
    element("p", { class: "small" }, where),
    rule.yaml ? element("pre", { tabindex: 0, "aria-label": `the rule at ${place}` }, element("code", {}, rule.yaml)) : null,
  );
}

/** Calls, one after another. */
export function callsElement(calls) {
  const parts = calls.flatMap((call, index) => (index ? [" ", callElement(call)] : [callElement(call)]));
  return element("span", { class: "sequence" }, ...parts);
}
