// The bidding box, and the auction as a table.
import { SUITS, callElement, callWords, element } from "./common.js";

const STRAINS = ["C", "D", "H", "S", "NT"];
const SEATS = ["W", "N", "E", "S"];
const NAMES = { N: "North", E: "East", S: "South", W: "West" };

/**
 * A bidding box: a button for each call, those that are not legal disabled.
 *
 * @param {{legal: string[], onCall: (call: string) => void}} given
 */
export function biddingBox({ legal, onCall }) {
  const allowed = new Set(legal);
  const button = (call, ...face) =>
    element("button", {
      type: "button", class: `bid ${call.length > 1 && call !== "XX" ? `suit-${call.slice(1)}` : `bid-${call}`}`,
      disabled: !allowed.has(call), "aria-label": callWords(call), "data-call": call, onclick: () => onCall(call),
    }, ...face);
  const rows = [1, 2, 3, 4, 5, 6, 7].map((level) =>
    element("div", { class: "bids", role: "group", "aria-label": `level ${level}` },
      ...STRAINS.map((strain) => button(`${level}${strain}`, `${level}${SUITS[strain] ?? "NT"}`))));
  const others = element("div", { class: "bids others", role: "group", "aria-label": "other calls" },
    button("P", "Pass"), button("X", "Double"), button("XX", "Redouble"));
  const box = element("div", { class: "bidding-box", role: "group", "aria-label": "bidding box" }, others, ...rows);
  box.addEventListener("keydown", (event) => moveFocus(box, event));
  return box;
}

/** Arrow keys go from button to button, as in a grid. */
function moveFocus(box, event) {
  const steps = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };
  const step = steps[event.key];
  if (!step) return;
  event.preventDefault();
  const rows = [...box.querySelectorAll(".bids")].map((row) => [...row.querySelectorAll("button")]);
  let row = rows.findIndex((each) => each.includes(document.activeElement));
  let column = row < 0 ? 0 : rows[row].indexOf(document.activeElement);
  for (let tries = 0; tries < 40; tries += 1) {
    row = (row + step[0] + rows.length) % rows.length;
    column = Math.min(column + step[1], rows[row].length - 1);
    if (column < 0) column = rows[row].length - 1;
    else if (step[1] > 0 && rows[row][column] === document.activeElement) column = 0;
    if (!rows[row][column].disabled) break;
  }
  rows[row][column].focus();
}

/**
 * Return the call that somebody has typed, `1n`, `2s`, `p`, `x`, `xx`; null for anything else.
 *
 * @param {string} text
 */
export function typedCall(text) {
  const word = text.trim().toUpperCase();
  const others = { P: "P", PASS: "P", "-": "P", X: "X", D: "X", DBL: "X", DOUBLE: "X", XX: "XX", R: "XX", RDBL: "XX", REDOUBLE: "XX" };
  if (others[word]) return others[word];
  const bid = /^([1-7])(C|D|H|S|N|NT|♣|♦|♥|♠)$/.exec(word);
  if (!bid) return null;
  const suit = { N: "NT", "♣": "C", "♦": "D", "♥": "H", "♠": "S" }[bid[2]] ?? bid[2];
  return bid[1] + suit;
}

/**
 * The auction as a table, West first; a call that can be asked about is a button.
 *
 * @param {{dealer: string, vul: string, calls: string[], alerts?: Record<number, string>,
 *          onAsk?: (index: number) => void, asked?: number}} given
 */
export function auctionTable({ dealer, vul, calls, alerts = {}, onAsk, asked }) {
  const first = SEATS.indexOf(dealer);
  const cells = [...Array(first).fill(null), ...calls.map((call, index) => ({ call, index }))];
  const rows = [];
  for (let start = 0; start < Math.max(cells.length, 1); start += 4) rows.push(cells.slice(start, start + 4));
  const vulnerable = (seat) => vul === "both" || (vul === "ns" && "NS".includes(seat)) || (vul === "ew" && "EW".includes(seat));
  return element("table", { class: "auction" },
    element("caption", { class: "hidden" }, `The auction; dealer ${NAMES[dealer]}`),
    element("thead", {}, element("tr", {}, ...SEATS.map((seat) =>
      element("th", { scope: "col", class: vulnerable(seat) ? "vulnerable" : "" }, NAMES[seat],
        vulnerable(seat) ? element("span", { class: "hidden" }, ", vulnerable") : null)))),
    element("tbody", {}, ...rows.map((row) =>
      element("tr", {}, ...[0, 1, 2, 3].map((column) => element("td", {}, callCell(row[column], alerts, onAsk, asked)))))));
}

function callCell(cell, alerts, onAsk, asked) {
  if (!cell) return "";
  const alert = alerts[cell.index];
  const face = [callElement(cell.call), alert ? element("sup", { class: "alerted", title: alert }, "A", element("span", { class: "hidden" }, `, alerted: ${alert}`)) : null];
  if (!onAsk) return element("span", { class: "cell" }, ...face);
  return element("button", { type: "button", class: "cell", "aria-pressed": asked === cell.index ? "true" : "false", title: alert ?? "What does it show?", onclick: () => onAsk(cell.index) }, ...face);
}
