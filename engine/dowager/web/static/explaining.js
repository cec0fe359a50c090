// What calls show, hints, and what was good of a board, as elements.
import { SEATS, cardWords } from "./cards.js";
import { SUITS, callElement, callWords, element } from "./common.js";

/** What a call means: the answer of `infer` for one call. */
export function callMeaning(call) {
  return element("div", {},
    element("h2", {}, SEATS[call.seat], ": ", callElement(call.call), call.name ? ` – ${call.name}` : ""),
    element("p", {}, `Shows: ${call.text}.`),
    call.forcing !== "no" ? element("p", { class: "small" }, `Forcing: ${call.forcing}.`) : null,
    call.alternatives ? element("ul", { class: "small" }, ...call.alternatives.map((each) => element("li", {}, `${each.text} (${Math.round(100 * each.now)}%)`))) : null);
}

/** What each hand is known to hold, with bars of HCP and lengths. */
export function knownHands(seats, you) {
  return element("div", { class: "known" }, ...["N", "E", "S", "W"].filter((seat) => seat !== you).map((seat) =>
    element("section", {}, element("h3", {}, SEATS[seat]),
      bar("HCP", seats[seat].hcp, 37), ...Object.keys(SUITS).map((suit) => bar(SUITS[suit], seats[seat][suit], 13, suit)))));
}

function bar(name, [low, high], most, suit) {
  const range = element("span", { class: "range" });
  range.style.left = `${(100 * low) / (most + 1)}%`;
  range.style.width = `${(100 * (high - low + 1)) / (most + 1)}%`;
  return element("div", { class: "bar" },
    element("span", { class: suit ? `suit-${suit}` : "" }, name),
    element("span", { class: "track", "aria-hidden": "true" }, range),
    element("span", { class: "numbers" }, low === high ? String(low) : `${low}–${high}`));
}

/** What the engine would call, and why. */
export function callHint(found) {
  const rivals = Object.entries(found.judged?.rivals ?? {});
  const judged = found.judged && found.judged.own !== found.call;
  return element("div", {},
    element("h2", {}, "Hint: ", callElement(found.call), found.name ? ` – ${found.name}` : ""),
    element("p", {}, `The rule asks for: ${found.text}.`),
    element("p", { class: "small soft" }, found.rule),
    judged ? element("p", {}, "By its rules alone the engine would have called ", callElement(found.judged.own), "; on deals that fit the auction this call did better.") : null,
    rivals.length ? element("p", { class: "small" }, `Tried beside it: ${rivals.map(([call, gain]) => `${callWords(call)} ${gain > 0 ? "+" : ""}${gain.toFixed(1)}`).join(", ")}.`) : null,
    element("details", {}, element("summary", {}, "Why no other call?"),
      element("ul", { class: "small" }, ...(found.why ?? []).filter((each) => each.call !== found.call).map((each) =>
        element("li", {}, callElement(each.call), ` ${each.name}: ${each.why}`)))));
}

/** Which card the engine would play, and what the others are worth. */
export function cardHint(found) {
  const table = element("table", {}, element("thead", {}, element("tr", {}, element("th", { scope: "col" }, "Card"), element("th", { scope: "col" }, "Declarer's tricks"), element("th", { scope: "col" }, "IMPs lost"))),
    element("tbody", {}, ...found.considered.map((each) => element("tr", {}, element("td", {}, cardWords(each.card)), element("td", { class: "number" }, each.tricks.toFixed(1)), element("td", { class: "number" }, each.imps.toFixed(2))))));
  const words = found.considered.length
    ? `Each card was played on ${found.layouts} layouts of the hidden hands that fit the auction and the play.`
    : "There is nothing to choose: the cards are equal, or there is only one.";
  return element("div", {}, element("h2", {}, `Hint: the ${cardWords(found.card)}`), element("p", { class: "small" }, words),
    found.considered.length ? table : null);
}

/** What was good of a board that is over; `onTrick` shows a trick of it. */
export function reviewed(found, board, onTrick) {
  const trick = (index) => element("button", { type: "button", class: "link", onclick: () => onTrick(Math.floor(index / 4) + 1) }, `Trick ${Math.floor(index / 4) + 1}`);
  const other = found.calls.filter((each) => each.call !== each.own);
  const dear = found.cards.filter((each) => each.loses > 0);
  return element("div", {},
    element("h2", {}, "Was that good?"),
    element("p", {}, other.length ? "The engine would have called otherwise here:" : found.calls.length ? "The engine would have made the same calls." : ""),
    element("ul", {}, ...other.map((each) => element("li", {}, `${SEATS[each.seat]} called `, callElement(each.call), ", the engine ", callElement(each.own), each.name ? `: ${each.name}` : "", element("span", { class: "small soft" }, ` (${each.text})`)))),
    board.cards.length ? element("p", {}, dear.length ? "With all hands open, these cards gave tricks away:" : "With all hands open, no card gave a trick away.") : null,
    element("ul", {}, ...dear.map((each) => element("li", {}, trick(each.index), `, ${SEATS[each.seat]}: the ${cardWords(each.card)} lost ${each.loses}; best was the ${each.best.slice(0, 3).map(cardWords).join(", or the ")}.`))),
    dear.length ? element("p", { class: "small soft" }, "Nobody sees all hands at the table: a card that loses here may still have been right.") : null);
}
