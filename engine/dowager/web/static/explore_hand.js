// "Which call does this hand make, and why not that one?"

import { callElement, callWords, element, showProblem } from "./common.js";
import { ended, get, handCard, say, work } from "./explore_parts.js";

const byId = (id) => document.getElementById(id);

/** Ask for the call of a hand in a position, `asked`; without `fields.hand` one is drawn. */
export async function askHand(asked, fields) {
  const body = byId("hand-body");
  try {
    const found = await work(byId("hand-work"), "asking", (signal) => get("/explore/hand", { ...asked, ...fields }, signal));
    byId("hand").value = found.hand;
    showProblem(byId("hand-problem"), null);
    body.replaceChildren(...handParts(asked, found));
    say(`${found.hand} bids ${callWords(found.call)}`);
  } catch (error) {
    if (ended(error)) return;
    body.replaceChildren();
    showProblem(byId("hand-problem"), error);
  }
}

function handParts(asked, found) {
  const answer = element(
    "div",
    { class: "answer" },
    handCard(found.hand, "div", "one-hand"),
    element(
      "div",
      {},
      element("p", {}, callElement(found.call), " ", element("strong", {}, found.name)),
      element("ul", { class: "small" }, ...(found.parts.length ? found.parts.map((part) => element("li", { class: "words" }, part.now ? `${part.text}: ${part.now}` : part.text)) : [element("li", {}, found.text)])),
      element("p", { class: "small" }, element("code", {}, found.rule || "no rule")),
    ),
  );
  const slips = found.slips.map((slip) => element("p", { class: "warn small" }, `Call ${slip.index + 1}, ${slip.made}: this hand would have bid ${slip.would.call} there${slip.would.name ? ` (${slip.would.name})` : ""}.`));
  const rows = found.others.map((other) => otherRow(asked, found, other));
  const table = element(
    "table",
    { class: "reasons" },
    element("thead", {}, element("tr", {}, ...["Call", "Why not"].map((words) => element("th", { scope: "col" }, words)), element("th", { scope: "col" }, element("span", { class: "hidden" }, "What would change it")))),
    element("tbody", {}, ...rows),
  );
  return [answer, ...slips, ...(rows.length ? [element("h3", {}, "Why not another call, the nearest first"), table] : [])];
}

function otherRow(asked, found, other) {
  const answer = element("div", { class: "small" });
  const place = element("div", { class: "small" });
  const button = element("button", { type: "button", "aria-label": `What would make it ${callWords(other.call)}?`, onclick: () => askChange(asked, found.hand, other.call, place, answer, button) }, "What if?");
  return element(
    "tr",
    {},
    element("th", { scope: "row" }, callElement(other.call)),
    element("td", { class: "words small" }, element("strong", {}, other.name), other.name ? ": " : "", other.why, place, answer),
    element("td", {}, button),
  );
}

async function askChange(asked, hand, call, place, answer, button) {
  place.className = "work";
  button.disabled = true;
  try {
    const fields = { ...asked, hand, not: call };
    const found = await work(place, "looking for the smallest change of cards", (signal) => get("/explore/hand", fields, signal), { stop: true });
    answer.replaceChildren(...changeParts(found.other));
    say(answer.textContent);
  } catch (error) {
    button.disabled = false;
    answer.replaceChildren(element("p", { class: ended(error) ? "soft" : "problem" }, ended(error) ? "stopped" : error.message));
  } finally {
    place.className = "";
  }
}

function changeParts(other) {
  const change = other.change;
  if (!other.legal) return [element("p", {}, "The call is not legal here.")];
  if (!change) return [element("p", {}, "The system has no rule for it here.")];
  if (change.reason) return [element("p", {}, `No change of cards helps: ${change.reason}. This is proved.`)];
  if (!change.hand) return [element("p", {}, `${change.not_with} cards are proved not to be enough; then time ran out.`)];
  const cards = change.cards === 1 ? "1 card" : `${change.cards} cards`;
  const by = change.by?.name ? ` (${change.by.name})` : "";
  const proved = change.proved ? "the smallest change" : "a change; a smaller one may be possible";
  return [element("p", {}, element("strong", {}, `${cards}: `), `${change.text}${by}, ${proved}.`), handCard(change.hand, "div", "one-hand")];
}
