// Cards and hands as elements.
import { SUITS, element, handElement } from "./common.js";

export const SEATS = { N: "North", E: "East", S: "South", W: "West" };
const ORDER = ["N", "E", "S", "W"];
const RANKS = { A: "ace", K: "king", Q: "queen", J: "jack", T: "10" };
const SUIT_WORDS = { S: "spades", H: "hearts", D: "diamonds", C: "clubs" };
/** Suits as they are held in the hand: colours alternate. */
const HELD = ["S", "H", "C", "D"];

/** A card in words: "ace of spades". */
export function cardWords(card) {
  return `${RANKS[card[1]] ?? card[1]} of ${SUIT_WORDS[card[0]]}`;
}

/** Return the card that somebody has typed, `sa`, `as`, `h10`, `♠A`; null for anything else. */
export function typedCard(text) {
  const word = text.trim().toUpperCase().replace("10", "T").replace("♠", "S").replace("♥", "H").replace("♦", "D").replace("♣", "C");
  if (/^[SHDC][2-9TJQKA]$/.test(word)) return word;
  return /^[2-9TJQKA][SHDC]$/.test(word) ? word[1] + word[0] : null;
}

function face(card, name, attributes = {}) {
  return element(name, { class: `face face-${card[0]}`, "aria-label": cardWords(card), ...attributes },
    element("span", { "aria-hidden": "true" }, card[1] === "T" ? "10" : card[1]),
    element("span", { "aria-hidden": "true", class: "pip" }, SUITS[card[0]]));
}

/** A card on the table. */
export function playedCard(card, place) {
  return face(card, "span", { role: "img", class: `face face-${card[0]} ${place}` });
}

function cardButton(card, legal, onCard, small) {
  const attributes = { type: "button", disabled: !legal.has(card), "data-card": card, onclick: () => onCard(card) };
  if (!small) return face(card, "button", attributes);
  return element("button", { class: `face face-${card[0]}`, "aria-label": cardWords(card), ...attributes }, card[1] === "T" ? "10" : card[1]);
}

function bySuit(cards) {
  return HELD.map((suit) => [suit, cards.filter((card) => card[0] === suit)]);
}

/** A hand as a fan of cards that can be played. */
export function fan(cards, legal, onCard, label) {
  const sorted = bySuit(cards).flatMap(([, held]) => held);
  return element("ul", { class: `fan${legal.size ? "" : " waits"}`, "aria-label": label },
    ...sorted.map((card) => element("li", {}, cardButton(card, legal, onCard, false))));
}

/** A hand as a row for each suit, as dummy lies on the table. */
export function rows(cards, legal, onCard, label) {
  return element("div", { class: `rows${legal.size ? "" : " waits"}`, role: "group", "aria-label": label },
    ...bySuit(cards).map(([suit, held]) =>
      element("div", {}, element("span", { class: "suit", "aria-hidden": "true" }, SUITS[suit]), ...held.map((card) => cardButton(card, legal, onCard, true)))));
}

/** All four hands of a board, between them `middle`; of each hand a card may be marked. */
export function fourHands(hands, middle, marked = {}) {
  return element("div", { class: "four" },
    ...ORDER.map((seat) => element("section", { class: `hand-${seat}` }, element("h3", {}, SEATS[seat]), handElement(hands[seat], marked[seat]))),
    element("div", { class: "info" }, middle));
}
