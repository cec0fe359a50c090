// The explorer: a system position by position, one or two systems at a time.

import { callElement, callWords, element, seatWord, showProblem } from "./common.js";
import { Editor } from "./explore_editor.js";
import { askHand } from "./explore_hand.js";
import { ended, get, handCard, histogram, percent, rangesElement, ruleElement, say, shareElement, shareWords, suitWord, work } from "./explore_parts.js";

const byId = (id) => document.getElementById(id);
const top = byId("explore");
const own = JSON.parse(top.dataset.own);
const CALL = /^([1-7](C|D|H|S|NT)|P|XX?)$/;
const BIDS = ["P", "X", "XX"];
const STRAINS = ["C", "D", "H", "S", "NT"];
const FORCES = { round: "forcing", rebid: "promises a rebid", game: "game force", signoff: "sign-off" };
const TABS = ["call", "hand", "files"];
const ALIKE = 0.0005; // shares nearer than this are the same

let state = {};
let shown = { key: null, answers: [] }; // the position that is drawn
let example = 1; // the seed of the examples
let never = false; // whether calls that no hand makes are listed
let drawnHands = 0;

// -- the address ---------------------------------------------------------------------------------

function readAddress() {
  const query = new URLSearchParams(location.search);
  const text = (key, other = "") => query.get(key) ?? other;
  return {
    system: text("system", top.dataset.system),
    opponents: text("opponents"),
    vul: text("vul", "none"),
    other: text("other"),
    calls: text("calls").toUpperCase().split(/[\s,;()]+/).filter(Boolean),
    show: text("show").toUpperCase(),
    tab: TABS.includes(text("tab")) ? text("tab") : "call",
  };
}

function addressOf(wanted) {
  const query = new URLSearchParams({ system: wanted.system });
  for (const key of ["opponents", "other", "show"]) if (wanted[key]) query.set(key, wanted[key]);
  if (wanted.vul !== "none") query.set("vul", wanted.vul);
  if (wanted.calls.length) query.set("calls", wanted.calls.join(" "));
  if (wanted.tab !== "call") query.set("tab", wanted.tab);
  return `/explore?${query}`;
}

function go(change, { push = true, focus = false } = {}) {
  state = { ...state, ...change };
  if (push) history.pushState(null, "", addressOf(state));
  draw(focus);
}

/** A link to a change of what is shown, which the page makes itself. */
function link(change, attributes, ...children) {
  const follow = (event) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button) return;
    event.preventDefault();
    go(change, { focus: true });
  };
  return element("a", { href: addressOf({ ...state, ...change }), onclick: follow, ...attributes }, ...children);
}

const basics = (system = state.system) => ({ system, opponents: state.opponents, vul: state.vul === "none" ? "" : state.vul });

function asked(calls, system) {
  return { ...basics(system), calls: calls.join(" ") };
}

function fillForm() {
  for (const key of ["system", "opponents", "vul", "other"]) {
    const select = byId(key);
    const value = state[key];
    if (![...select.options].some((option) => option.value === value)) select.append(element("option", { value }, value));
    select.value = value;
  }
  byId("calls").value = state.calls.join(" ");
}

// -- the position --------------------------------------------------------------------------------

async function draw(focus) {
  fillForm();
  chooseTab(state.tab, false);
  const place = byId("position");
  const key = addressOf({ ...state, show: "", tab: "call" });
  if (key !== shown.key) {
    place.setAttribute("aria-busy", "true");
    try {
      const answers = await work(byId("position-work"), "counting hands", (signal) => ask(signal));
      shown = { key, answers };
      showProblem(byId("position-problem"), null);
    } catch (error) {
      if (ended(error)) return;
      shown = { key: null, answers: [] };
      showProblem(byId("position-problem"), error);
      byId("position-body").replaceChildren();
      byId("position-title").textContent = "This position cannot be shown";
    } finally {
      if (!byId("position-work").ending) place.removeAttribute("aria-busy");
    }
  }
  if (key !== addressOf({ ...state, show: "", tab: "call" })) return;
  drawCrumbs();
  if (shown.answers.length) drawPosition(focus);
  drawCall();
}

function ask(signal) {
  const systems = state.other ? [state.system, state.other] : [state.system];
  return Promise.all(systems.map((system) => get("/explore/position", asked(state.calls, system), signal)));
}

function drawCrumbs() {
  const path = shown.answers[0]?.path ?? state.calls.map((call) => ({ call, seat: null, name: "" }));
  const last = path.length;
  const crumb = (count, ...children) => {
    const here = count === last ? { "aria-current": "page" } : {};
    const title = count ? path[count - 1].name || null : null;
    return element("li", {}, link({ calls: path.slice(0, count).map((step) => step.call), show: "" }, { ...here, title }, ...children));
  };
  const steps = path.map((step, index) =>
    crumb(index + 1, step.seat ? element("small", {}, element("span", { "aria-hidden": "true" }, step.seat), element("span", { class: "hidden" }, seatWord(step.seat))) : null, CALL.test(step.call) ? callElement(step.call) : step.call),
  );
  byId("crumbs").replaceChildren(crumb(0, "Start"), ...steps);
}

function drawPosition(focus) {
  const [first, second] = shown.answers;
  const title = byId("position-title");
  title.textContent = first.ended ? endWords(first) : `${seatWord(first.seat)} to call`;
  document.title = `${state.calls.join(" ") || "Openings"} in ${state.system} · Dowager`;
  const body = byId("position-body");
  const notes = [];
  if (first.contradictory) notes.push(element("p", { class: "warn small" }, "These calls contradict one another by the rules: no hand makes all of them."));
  if (!first.ended) {
    const basis = first.exact ? `Shares are exact: of ${count(first.none.of)} hands that ${seatWord(first.seat)} can hold.` : "Shares are estimated on a sample, ± two standard errors.";
    notes.push(element("p", { class: "soft small" }, first.forced ? `${seatWord(first.seat)} is forced to bid. ${basis}` : basis));
  }
  body.replaceChildren(...notes, ...(first.ended ? [] : second ? drawPair(first, second) : drawCalls(first)));
  if (focus) title.focus();
  say(first.ended ? title.textContent : `${title.textContent}: ${made(first).length} calls`);
}

function endWords(answer) {
  return answer.contract ? `The auction is over: ${answer.contract}` : "All four have passed";
}

const count = (number) => (number === null || number === undefined ? "all" : number.toLocaleString("en"));
const made = (answer) => answer.made.filter((call) => call.share > 0);

function bidOrder(call) {
  const low = BIDS.indexOf(call);
  return low >= 0 ? low - 3 : 5 * Number(call[0]) + STRAINS.indexOf(call.slice(1));
}

function ordered(calls) {
  const order = byId("order").value;
  if (order === "tried") return calls;
  return [...calls].sort(order === "often" ? (a, b) => b.share - a.share : (a, b) => bidOrder(a.call) - bidOrder(b.call));
}

function drawCalls(answer) {
  const often = ordered(made(answer));
  const rest = answer.made.filter((call) => !call.share);
  const rows = [...often, ...(never ? ordered(rest) : [])].map(callRow);
  if (answer.none.share) rows.push(element("tr", { class: "none-row" }, element("th", { scope: "row" }, "no rule"), element("td", { class: "share" }, shareElement(answer.none)), element("td", {}, "No rule fits these hands: they pass.")));
  const table = element(
    "table",
    { class: "calls" },
    element("thead", {}, element("tr", {}, ...["Call", "How often", "What it shows"].map((words) => element("th", { scope: "col" }, words)))),
    element("tbody", {}, ...rows),
  );
  if (!rest.length) return [table];
  const words = never ? "Hide calls that no hand makes here" : `Show ${rest.length} more with rules that no hand reaches here`;
  return [table, element("p", {}, element("button", { type: "button", class: "small", onclick: () => { never = !never; drawPosition(false); } }, words))];
}

function callLink(call) {
  return link({ calls: [...state.calls, call], show: "" }, { class: "go" }, callElement(call));
}

function callRow(call) {
  const chosen = state.show === call.call;
  return element(
    "tr",
    { class: chosen ? "chosen" : null },
    element("th", { scope: "row" }, callLink(call.call)),
    element("td", { class: "share" }, shareElement(call)),
    element(
      "td",
      {},
      element(
        "div",
        { class: "what" },
        element("div", {}, ...meaning(call)),
        element("button", { type: "button", "aria-label": `Details of ${callWords(call.call)}`, "aria-pressed": String(chosen), onclick: () => showCall(call.call) }, "Details"),
      ),
    ),
  );
}

function showCall(call) {
  example = 1;
  go({ show: state.show === call && state.tab === "call" ? "" : call, tab: "call" });
  if (matchMedia("(max-width: 62rem)").matches) byId("pane-call").scrollIntoView();
}

/** What a call shows: its name and marks, words, ranges, alternatives. */
function meaning(call, brief = true) {
  const parts = [element("p", {}, element("strong", {}, call.name || "no name"), ...marks(call)), element("p", { class: "words small" }, call.text)];
  const ranges = call.ranges ? rangesElement(call.ranges, brief) : null;
  if (ranges) parts.push(ranges);
  if (call.alternatives.length) {
    const kinds = call.alternatives.map((kind) => element("li", { class: "words" }, `${percent(kind.share)}: ${kind.text}`));
    parts.push(element("details", { class: "small" }, element("summary", {}, `${kinds.length} kinds of hand`), element("ul", {}, ...kinds)));
  }
  return parts;
}

function marks(call) {
  const made = [];
  if (FORCES[call.forcing]) made.push(element("span", { class: "mark force" }, FORCES[call.forcing]));
  if (call.artificial) made.push(element("span", { class: "mark" }, "artificial"));
  if (call.alert) made.push(element("span", { class: "mark alerted", title: call.alert }, "alert"));
  return made;
}

// -- two systems ---------------------------------------------------------------------------------

function drawPair(first, second) {
  const both = [new Map(made(first).map((call) => [call.call, call])), new Map(made(second).map((call) => [call.call, call]))];
  const calls = [...new Set([...both[0].keys(), ...both[1].keys()])].map((call) => both[0].get(call) ?? { ...both[1].get(call), share: 0 });
  const rows = ordered(calls).map(({ call }) => pairRow(call, both[0].get(call), both[1].get(call)));
  const parted = rows.filter((row) => row.classList.contains("differs")).length;
  const table = element(
    "table",
    { class: "calls pair" },
    element("thead", {}, element("tr", {}, ...["Call", state.system, state.other].map((words) => element("th", { scope: "col" }, words)))),
    element("tbody", {}, ...rows),
  );
  return [element("p", {}, parted ? `${parted} of ${rows.length} calls differ.` : "All calls are the same."), table];
}

function pairRow(call, first, second) {
  const differs = differences(first, second);
  const cell = (found) =>
    element(
      "td",
      { class: "pair-cell" },
      ...(found ? [element("div", { class: "share" }, shareElement(found)), ...meaning(found)] : [element("span", { class: "soft" }, "not made")]),
    );
  return element(
    "tr",
    { class: differs.length ? "differs" : null },
    element("th", { scope: "row" }, callLink(call), ...differs.map((words) => element("span", { class: "mark differs" }, words))),
    cell(first),
    cell(second),
  );
}

/** How one call differs in two systems, in a word or two each. */
function differences(first, second) {
  if (!first) return ["added"];
  if (!second) return ["gone"];
  const found = [];
  if (Math.abs(first.share - second.share) > Math.max(ALIKE, first.error + second.error)) found.push(second.share > first.share ? "more" : "fewer");
  if (first.text !== second.text || JSON.stringify(first.ranges) !== JSON.stringify(second.ranges)) found.push("meaning");
  if (first.forcing !== second.forcing) found.push("force");
  if (first.alert !== second.alert || first.artificial !== second.artificial) found.push("alert");
  return found;
}

// -- one call ------------------------------------------------------------------------------------

async function drawCall() {
  const body = byId("call-body");
  const last = state.calls.at(-1);
  const call = state.show || last;
  const before = state.show ? state.calls : state.calls.slice(0, -1);
  if (!call || !shown.answers.length) {
    body.replaceChildren(element("p", { class: "soft" }, "Choose a call, or press its “Details”: you will see its hands and its rules here."));
    showProblem(byId("call-problem"), null);
    return;
  }
  body.setAttribute("aria-busy", "true");
  try {
    const fields = { ...asked(before), call, seed: example > 1 ? example : "" };
    const found = await work(byId("call-work"), "drawing hands", (signal) => get("/explore/call", fields, signal));
    const seat = state.show ? shown.answers[0].seat : shown.answers[0].path.at(-1).seat;
    body.replaceChildren(...callParts(found, seat, before));
    showProblem(byId("call-problem"), null);
  } catch (error) {
    if (ended(error)) return;
    body.replaceChildren();
    showProblem(byId("call-problem"), error);
  } finally {
    if (!byId("call-work").ending) body.removeAttribute("aria-busy");
  }
}

function callParts(found, seat, before) {
  const parts = [
    element("h2", {}, callElement(found.call), ` by ${seatWord(seat)}`, before.length ? ` after ${before.join(" ")}` : ""),
    element("p", {}, `${shareWords(found)} of the hands that can be here.`),
    ...meaning(found, false),
  ];
  if (found.alert) parts.push(element("p", { class: "small" }, element("strong", {}, "Alert: "), found.alert));
  if (found.shares) parts.push(...figures(found));
  parts.push(element("h3", {}, "Hands that make it"));
  if (found.examples.length) {
    const more = element("button", { type: "button", onclick: () => { example += 1; drawCall(); } }, "Other hands");
    parts.push(element("ul", { class: "hands" }, ...found.examples.map((hand) => handCard(hand))), more);
  } else {
    parts.push(element("p", { class: "soft" }, found.share ? "Such hands are too rare to be drawn." : "No hand makes this call here."));
  }
  const used = found.rules.filter((rule) => rule.share > 0);
  const listed = used.length ? used : found.rules;
  const edit = own.includes(baseOf(state.system)) ? editRule : null;
  parts.push(element("h3", {}, listed.length > 1 ? "Its rules" : "Its rule"), ...listed.map((rule) => ruleElement(rule, listed.length > 1 ? found.share : 0, edit)));
  return parts;
}

function figures(found) {
  const { hcp, lengths, exact } = found.shares;
  const values = Object.keys(hcp).map(Number);
  const low = Math.max(0, Math.min(...values) - 1);
  const high = Math.min(37, Math.max(...values.filter((value) => hcp[value] > 0.0005), low + 5) + 1);
  const suits = Object.entries(lengths).map(([suit, shares]) => {
    const longest = Math.max(8, ...Object.keys(shares).map(Number).filter((length) => shares[length] > 0.001));
    return element("div", {}, element("h4", { class: `suit-${suit}` }, suitWord(suit)), histogram(`Length in ${suitWord(suit)}`, shares, 0, longest, `of-${suit}`, 60));
  });
  return [element("h3", {}, exact ? "HCP" : "HCP, of a sample"), histogram("HCP", hcp, low, high), element("h3", {}, "Lengths"), element("div", { class: "lengths" }, ...suits)];
}

const baseOf = (system) => system.split("(")[0].trim();

// -- tabs ----------------------------------------------------------------------------------------

function chooseTab(tab, keep = true) {
  for (const name of TABS) {
    const chosen = name === tab;
    byId(`tab-${name}`).setAttribute("aria-selected", String(chosen));
    byId(`tab-${name}`).tabIndex = chosen ? 0 : -1;
    byId(`pane-${name}`).hidden = !chosen;
  }
  state.tab = tab;
  if (keep) history.replaceState(null, "", addressOf(state));
  if (tab === "files") editor?.open();
}

for (const [index, name] of TABS.entries()) {
  const tab = byId(`tab-${name}`);
  tab.addEventListener("click", () => chooseTab(name));
  tab.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    const next = TABS.at((index + step) % TABS.length);
    chooseTab(next);
    byId(`tab-${next}`).focus();
  });
}

// -- editing -------------------------------------------------------------------------------------

const editor = own.length
  ? new Editor({
      system: () => baseOf(state.system),
      position: () => (shown.answers.length && baseOf(state.system) === editor.system ? { key: shown.key, answer: shown.answers[0] } : null),
      /** Show what is new after a save; return the position, or null when it cannot be shown. */
      refresh: async () => {
        shown.key = null;
        await draw(false);
        return shown.answers.length ? { key: shown.key, answer: shown.answers[0] } : null;
      },
      visit: (system, calls, hand) => {
        go({ system, calls, show: "", tab: hand ? "hand" : "files" }, { focus: true });
        if (hand) askHand(asked(calls, system), { hand });
      },
    })
  : null;

function editRule(file, line, column) {
  chooseTab("files");
  editor.show(baseOf(state.system), file, line, column);
}

// -- what people do ------------------------------------------------------------------------------

byId("asked").addEventListener("submit", (event) => {
  event.preventDefault();
  const calls = byId("calls").value.toUpperCase().split(/[\s,;()]+/).filter(Boolean);
  go({ calls, show: "" });
});
for (const key of ["system", "opponents", "vul", "other"]) byId(key).addEventListener("change", () => go({ [key]: byId(key).value }));
byId("order").addEventListener("change", () => shown.answers.length && drawPosition(false));
byId("hand-form").addEventListener("submit", (event) => {
  event.preventDefault();
  askHand(asked(state.calls), { hand: byId("hand").value });
});
byId("draw").addEventListener("click", () => {
  drawnHands += 1;
  askHand(asked(state.calls), { seed: drawnHands + 1 });
});
addEventListener("popstate", () => {
  state = readAddress();
  draw(false);
});

state = readAddress();
draw(false);
