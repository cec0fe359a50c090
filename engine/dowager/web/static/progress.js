// Who practises, and what is kept of it: a part of the page for practice.

import { ask, element, showProblem } from "./common.js";

const byId = (id) => document.getElementById(id);

/** Show who practises, and what is kept of it. */
export async function showProgress() {
  try {
    const answered = await fetch("/practise/progress");
    const found = await answered.json();
    if (!answered.ok) throw new Error(found.error);
    byId("person").hidden = Boolean(found.person);
    byId("person-known").hidden = !found.person;
    byId("person-known").replaceChildren(...(found.person ? [personLine(found)] : []));
    byId("progress").replaceChildren(...(found.person ? progressParts(found) : []));
  } catch (error) {
    showProblem(byId("progress"), error);
  }
}

function personLine(found) {
  return element(
    "p",
    { class: "row between" },
    element("span", {}, "Practising as ", element("strong", {}, found.person)),
    element("button", { type: "button", onclick: () => setPerson("") }, "Somebody else"),
  );
}

function progressParts(found) {
  if (!found.kept) return [element("p", { class: "soft" }, "This server keeps no progress.")];
  if (!found.topics.length) return [element("p", { class: "soft" }, "Nothing yet. What goes wrong comes again sooner.")];
  const systems = Map.groupBy ? Map.groupBy(found.topics, (row) => row.system) : grouped(found.topics);
  const parts = [...systems].flatMap(([system, rows]) => [element("h3", {}, system.replaceAll("_", " ")), topicTable(system, rows)]);
  const forget = element("button", { type: "button", onclick: forgetAll }, "Forget it all");
  return [...parts, element("p", { class: "row" }, element("a", { class: "button", href: "/practise/progress.json", download: "practice.json" }, "Save as JSON"), forget)];
}

function grouped(rows) {
  const found = new Map();
  for (const row of rows) found.set(row.system, [...(found.get(row.system) ?? []), row]);
  return found;
}

function topicTable(system, rows) {
  const head = ["Topic", "Right", "To repeat"].map((words, index) => element("th", { scope: "col", class: index ? "number" : "" }, words));
  return element(
    "table",
    {},
    element("caption", { class: "hidden" }, `Progress in ${system}`),
    element("thead", {}, element("tr", {}, ...head)),
    element("tbody", {}, ...rows.map(topicRow)),
  );
}

function topicRow(row) {
  const right = row.tries - row.mistakes;
  const bar = element("span", {});
  bar.style.width = `${(100 * right) / row.tries}%`;
  return element(
    "tr",
    {},
    element("td", {}, row.title || "other rules", element("span", { class: "share", "aria-hidden": "true" }, bar)),
    element("td", { class: "number" }, `${right} of ${row.tries}`),
    element("td", { class: "number" }, row.learning ? String(row.learning) : "–"),
  );
}

async function forgetAll() {
  if (!confirm("Forget all that is kept of your practice?")) return;
  try {
    await ask("/practise/reset", {});
    await showProgress();
  } catch (error) {
    showProblem(byId("progress"), error);
  }
}

async function setPerson(name) {
  try {
    await ask("/practise/person", { name });
    await showProgress();
  } catch (error) {
    showProblem(byId("progress"), error);
  }
}

byId("person").addEventListener("submit", (event) => {
  event.preventDefault();
  setPerson(event.target.elements.name.value);
});
