// The play of a board that is over, trick by trick, with the hands as they were before each trick.
import { SEATS, cardWords, fourHands, playedCard } from "./cards.js";
import { element } from "./common.js";

const ORDER = "NESW";
const PLACES = { N: "top", E: "right", S: "bottom", W: "left" };
const STEPS = { ArrowLeft: -1, ArrowRight: 1 };
const ENDS = { Home: -Infinity, End: Infinity };

/**
 * A replay: its element as `place`, and `show(trick)`, where 0 is the board before the first lead.
 *
 * @param {object} board a board that is over, with `hands`, `cards` and `leaders`
 * @param {number} index the board's, for whoever keeps the replay
 */
export function newReplay(board, index) {
  const tricks = tricksOf(board);
  const hands = element("div", {});
  const words = element("p", { class: "small", "aria-live": "polite" });
  let now = 0;
  const show = (trick) => {
    now = Math.max(0, Math.min(trick, tricks.length));
    draw();
  };
  const buttons = [
    ["First", "First: the deal", () => 0], ["Back", "Back a trick", () => now - 1],
    ["Next", "Next trick", () => now + 1], ["Last", "Last trick", () => tricks.length],
  ].map(([name, label, to]) => element("button", { type: "button", "aria-label": label, onclick: () => show(to()) }, name));
  const place = element("div", { class: "replay", role: "group", "aria-label": "The board, trick by trick" }, hands);
  if (tricks.length) place.append(words, element("p", { class: "row" }, ...buttons));

  function draw() {
    const trick = tricks[now - 1];
    const before = board.cards.slice(0, Math.max(0, 4 * (now - 1)));
    const left = Object.fromEntries([...ORDER].map((seat) => [seat, without(board.hands[seat], before)]));
    hands.replaceChildren(trick ? fourHands(left, trickElement(trick), trick.cards) : fourHands(left, board.result));
    words.textContent = trick ? trickWords(trick, now, tricks) : `${tricks.length} ${tricks.length === 1 ? "trick" : "tricks"} to look at.`;
    const ends = [now === 0, now === 0, now === tricks.length, now === tricks.length];
    const focused = buttons.indexOf(document.activeElement);
    buttons.forEach((button, number) => { button.disabled = ends[number]; });
    if (focused >= 0 && ends[focused]) buttons[focused < 2 ? 2 : 1].focus();
  }

  /** Arrow keys where they have no other meaning; Home and End from the buttons, as they scroll elsewhere. */
  function key(event) {
    if (!place.isConnected) { document.removeEventListener("keydown", key); return; }
    const here = place.contains(document.activeElement);
    const step = here || document.activeElement === document.body ? STEPS[event.key] ?? (here && ENDS[event.key]) : null;
    if (!step || !tricks.length || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    show(now + step);
  }
  document.addEventListener("keydown", key);
  draw();
  return { place, index, show };
}

/** The tricks: who led, each seat's card, and who won; nobody has won one that was claimed. */
function tricksOf(board) {
  const tricks = [];
  for (let start = 0; start < board.cards.length; start += 4) {
    const leader = board.leaders[start / 4];
    const seats = [...ORDER.slice(ORDER.indexOf(leader)), ...ORDER];
    const cards = Object.fromEntries(board.cards.slice(start, start + 4).map((card, place) => [seats[place], card]));
    tricks.push({ leader, cards, winner: board.leaders[start / 4 + 1] ?? null });
  }
  return tricks;
}

/** A hand `S.H.D.C` without some cards. */
function without(hand, cards) {
  const gone = new Set(cards);
  return hand.split(".").map((holding, suit) => [...holding].filter((rank) => !gone.has("SHDC"[suit] + rank)).join("")).join(".");
}

function trickElement(trick) {
  return element("div", { class: "trick" },
    ...Object.entries(trick.cards).map(([seat, card]) => playedCard(card, `place-${PLACES[seat]}${seat === trick.winner ? " won" : ""}`)));
}

function trickWords(trick, number, tricks) {
  const sides = tricks.slice(0, number).filter((each) => each.winner).map((each) => ("NS".includes(each.winner) ? 0 : 1));
  const [first] = Object.entries(trick.cards);
  const rest = Object.entries(trick.cards).slice(1).map(([seat, card]) => `${SEATS[seat]} the ${cardWords(card)}`);
  const led = `${SEATS[first[0]]} leads the ${cardWords(first[1])}${rest.length ? `; ${rest.join(", ")}` : ""}.`;
  const end = trick.winner ? `${SEATS[trick.winner]} wins.` : "The rest was claimed.";
  const won = sides.filter((side) => side === 0).length;
  return `Trick ${number} of ${tricks.length}: ${led} ${end} North and South ${won}, East and West ${sides.length - won}.`;
}
