// Opening a table, and joining one.
import { ask, element, showProblem } from "./common.js";

const opening = document.getElementById("open");
const joining = document.getElementById("join");
const problem = document.getElementById("problem");

if (opening) open(opening);
if (joining) join(joining);

function open(form) {
  form.elements.name.value = localStorage.getItem("name") ?? "";
  const boards = form.elements.boards;
  const choose = () => {
    for (const field of form.querySelectorAll("[data-for]")) field.hidden = field.dataset.for !== boards.value;
    if (boards.value === "rule") offerRules(form);
  };
  form.addEventListener("change", choose);
  choose();
  for (const seat of "NESW") {
    form.elements[`seat-${seat}`].addEventListener("change", (event) => onlyOneOfYou(form, event.target));
  }
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    await submit(form, async () => {
      const answer = await ask("/play/rooms", await plan(form));
      location.assign(answer.path);
    });
  });
}

/** You have one seat: the one chosen before becomes a robot's. */
function onlyOneOfYou(form, changed) {
  if (changed.value !== "me") return;
  for (const seat of "NESW") {
    const other = form.elements[`seat-${seat}`];
    if (other !== changed && other.value === "me") other.value = "robot";
  }
}

/** The seat that you have chosen for yourself, if any. */
function mySeat(form) {
  return [..."NESW"].find((seat) => form.elements[`seat-${seat}`].value === "me");
}

let offered = null; // the system whose rules are offered

/** Offer the names of the rules of your side's system. */
async function offerRules(form) {
  const system = "EW".includes(mySeat(form) ?? "S") ? form.elements.opponents.value : form.elements.system.value;
  if (system === offered) return;
  offered = system;
  try {
    const found = await ask("/practise/topics", { system });
    if (offered === system) document.getElementById("rules").replaceChildren(...found.rules.map((name) => element("option", { value: name })));
  } catch {
    offered = null; // the names are only a help; a wrong one is said when the table is opened
  }
}

async function plan(form) {
  const fields = form.elements;
  const who = Object.fromEntries([..."NESW"].map((seat) => [seat, fields[`seat-${seat}`].value]));
  const mine = mySeat(form);
  if (!mine) throw new Error("Choose a seat for yourself.");
  const seats = Object.fromEntries(Object.entries(who).map(([seat, kind]) => [seat, kind === "me" ? "person" : kind]));
  const wanted = {
    name: fields.name.value, seat: mine, seats,
    system: fields.system.value, opponents: fields.opponents.value,
    score: fields.score.value, judge: Number(fields.judge.value), boards: fields.boards.value,
  };
  if (wanted.boards === "file") {
    const file = fields.file.files[0];
    if (!file) throw new Error("Choose a file.");
    return { ...wanted, file: file.name, text: await file.text() };
  }
  return wanted.boards === "random" ? wanted : { ...wanted, text: fields[wanted.boards].value };
}

function join(form) {
  form.elements.name.value = localStorage.getItem("name") ?? "";
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    await submit(form, async () => {
      await ask(`/play/${form.dataset.room}/join`, { name: form.elements.name.value, seat: form.elements.seat.value });
      location.reload();
    });
  });
}

async function submit(form, work) {
  const button = form.querySelector("button");
  const working = document.getElementById("working");
  button.disabled = true;
  if (working) working.textContent = "Dealing …";
  showProblem(problem, null);
  localStorage.setItem("name", form.elements.name.value);
  try {
    await work();
  } catch (error) {
    showProblem(problem, error);
  } finally {
    button.disabled = false;
    if (working) working.textContent = "";
  }
}
