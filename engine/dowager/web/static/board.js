// A board that somebody has sent as a link: hands, auction, and what the calls show.
import { auctionTable } from "./bidding.js";
import { SEATS, fourHands } from "./cards.js";
import { ask, element, showProblem } from "./common.js";
import { callMeaning, knownHands } from "./explaining.js";

const place = document.getElementById("board");
const given = new URLSearchParams(location.search);
const calls = (given.get("calls") ?? "").split(/[\s,]+/).filter(Boolean);
const question = { calls, dealer: given.get("dealer") ?? "N", vul: given.get("vul") ?? "none" };
for (const key of ["system", "opponents", "deal"]) if (given.get(key)) question[key] = given.get(key);
const help = element("div", { class: "panel", "aria-live": "polite" }, element("p", { class: "soft" }, "Choose a call to see what it shows."));
let asked = null;

try {
  const found = await ask("/api/v1/infer", question);
  draw(found);
} catch (error) {
  showProblem(document.getElementById("problem"), error);
}

function draw(found) {
  const hands = dealt(given.get("deal"));
  const alerts = Object.fromEntries(found.calls.map((call, index) => [index, call.alert]).filter(([, text]) => text));
  const table = auctionTable({ dealer: question.dealer, vul: question.vul, calls: found.calls.map((each) => each.call), alerts, asked, onAsk: (index) => {
    asked = index;
    help.replaceChildren(callMeaning(found.calls[index]), knownHands(found.seats, ""));
    draw(found);
  } });
  place.replaceChildren(hands ? fourHands(hands, `Dealer ${SEATS[question.dealer]}`) : "", element("div", { class: "panel" }, table), help);
}

/** The hands of a PBN deal by seat; null without one. */
function dealt(deal) {
  const match = /^([NESW]):(\S+) (\S+) (\S+) (\S+)$/.exec(deal ?? "");
  if (!match) return null;
  const order = "NESW", first = order.indexOf(match[1]);
  return Object.fromEntries(match.slice(2).map((hand, index) => [order[(first + index) % 4], hand]));
}
