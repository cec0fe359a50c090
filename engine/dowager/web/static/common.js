// What several pages use: questions to the server, cards and calls as elements.

export const SUITS = { S: "♠", H: "♥", D: "♦", C: "♣" };
const SUIT_WORDS = { S: "spades", H: "hearts", D: "diamonds", C: "clubs", NT: "notrump" };
const SEAT_WORDS = { N: "North", E: "East", S: "South", W: "West" };

/** Make an element: `element("p", {class: "soft"}, "words", child, ...)`. */
export function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else if (value === true) made.setAttribute(key, "");
    else if (value !== false && value !== null && value !== undefined) made.setAttribute(key, value);
  }
  made.append(...children.filter((child) => child !== null && child !== undefined));
  return made;
}

/** Ask the server a question; throw an Error with its words, and its status, when something is wrong. */
export async function ask(path, fields, signal) {
  const answer = await fetch(path, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(fields),
    signal,
  });
  return answered(answer);
}

/** What the server has answered; throw an Error with its words, and its status, when something is wrong. */
export async function answered(answer) {
  let found;
  try {
    found = await answer.json();
  } catch {
    throw new Error(`the server answered ${answer.status}`);
  }
  if (!answer.ok) throw Object.assign(new Error(found.error ?? `the server answered ${answer.status}`), { status: answer.status });
  return found;
}

/** A call as an element: 1♠ in the colour of its suit, Pass, Double, Redouble. */
export function callElement(call) {
  const words = { P: "Pass", X: "Double", XX: "Redouble" };
  if (words[call]) return element("span", { class: "call" }, words[call]);
  const strain = call.slice(1);
  return element(
    "span",
    { class: `call suit-${strain}`, "aria-label": callWords(call) },
    `${call[0]}${SUITS[strain] ?? "NT"}`,
  );
}

/** A call in words: "1 spade", "3 notrump", "pass". */
export function callWords(call) {
  const words = { P: "pass", X: "double", XX: "redouble" };
  if (words[call]) return words[call];
  const strain = SUIT_WORDS[call.slice(1)];
  return `${call[0]} ${call[0] === "1" && call.slice(1) !== "NT" ? strain.slice(0, -1) : strain}`;
}

/** The holdings of a hand `S.H.D.C`, a row for each suit; one card of it, `SA`, may be marked. */
export function handElement(hand, marked = "") {
  const holdings = hand.split(".");
  const rank = (suit, each) => {
    const shown = each === "T" ? "10" : each;
    return suit + each === marked ? element("mark", {}, shown) : shown;
  };
  const held = (suit, holding) => [...holding].flatMap((each, index) => (index ? [" ", rank(suit, each)] : [rank(suit, each)]));
  return element(
    "dl",
    { class: "hand" },
    ...Object.keys(SUITS).map((suit, index) =>
      element(
        "div",
        {},
        element("dt", { class: `suit-${suit}` }, element("span", { "aria-hidden": "true" }, SUITS[suit]), element("span", { class: "hidden" }, SUIT_WORDS[suit])),
        element("dd", {}, ...(holdings[index] ? held(suit, holdings[index]) : ["—"])),
      ),
    ),
  );
}

/** Text with S, H, D, C of a rule's words as they are; numbers kept together. */
export function seatWord(seat) {
  return SEAT_WORDS[seat];
}

/** Put what is wrong where people read it; nothing for no problem. */
export function showProblem(place, error) {
  place.replaceChildren(...(error ? [element("p", { class: "problem", role: "alert" }, error.message ?? String(error))] : []));
}
