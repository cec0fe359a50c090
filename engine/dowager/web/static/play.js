// A table: shows each picture that the server sends, and says what the person does.
import { biddingBox, auctionTable, typedCall } from "./bidding.js";
import { SEATS, cardWords, fan, playedCard, rows, typedCard } from "./cards.js";
import { ask, callElement, callWords, element } from "./common.js";
import { callMeaning, cardHint, callHint, knownHands, reviewed } from "./explaining.js";
import { newReplay } from "./replay.js";

const room = document.getElementById("room");
const path = `/play/${room.dataset.room}`;
const places = { top: document.getElementById("at-top"), left: document.getElementById("at-left"), right: document.getElementById("at-right"), bottom: document.getElementById("at-bottom") };
const middle = document.getElementById("middle");
const status = document.getElementById("status");
const auction = document.getElementById("auction");
const act = document.getElementById("act");
const help = document.getElementById("help");
const scores = document.getElementById("scores");
const log = document.getElementById("said");
const ORDER = ["N", "E", "S", "W"];

let picture = null;
let socket = null;
let waits = 500;
let sent = -1; // the number of actions at which we have acted already
let answered = false; // whether we have answered the question that the picture asks us
let meanings = null; // what the calls so far show, with the number of calls
let asked = null; // the index of the call that is asked about
let replay = null; // of the last board, while it is looked at
const reviews = new Map();
const drawn = new Map(); // what each place shows

connect();

function connect() {
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  socket = new WebSocket(`${scheme}://${location.host}${path}/live`);
  socket.addEventListener("open", () => {
    waits = 500;
    sent = -1; // what the lost connection did not bring over is asked again
    answered = false;
  });
  socket.addEventListener("message", (event) => receive(JSON.parse(event.data)));
  socket.addEventListener("close", (event) => {
    if (event.code === 4404) { say("This table is no longer there."); return; }
    say("The connection is lost. Trying again …");
    setTimeout(connect, waits);
    waits = Math.min(waits * 2, 10000);
  });
}

function send(message) {
  socket.send(JSON.stringify(message));
}

/** Do something at our turn, once. */
function move(message) {
  const board = picture?.board;
  if (!board?.yours || sent === board.actions) return;
  sent = board.actions;
  send({ ...message, at: board.actions });
  drawTurn();
}

/** Answer the question that the picture asks us, once. */
function answer(message) {
  if (answered) return;
  answered = true;
  send(message);
  drawActs();
}

/** Draw what shows whether it is our turn: nothing can be pressed twice while the server answers. */
function drawTurn() {
  drawTable();
  drawActs();
}

function receive(message) {
  if (message.problem) {
    sent = -1;
    answered = false;
    if (picture) drawTurn();
    say(message.problem, true);
    return;
  }
  const before = picture;
  picture = message;
  if (!picture.undo?.asked && !picture.board?.claim?.asked) answered = false;
  if (stageOf(before) !== stageOf(picture) || before?.board?.actions > picture.board?.actions) {
    sent = -1;
    forget();
  }
  if (before?.board && picture.board && before.board.actions !== picture.board.actions && asked === null) help.replaceChildren(helpStart());
  announce(before, picture);
  draw();
}

/** What a picture is of: some board in progress, or the time after it. */
function stageOf(shown) {
  return shown && `${shown.phase} ${shown.boards.length}`;
}

function forget() {
  meanings = null;
  asked = null;
  help.replaceChildren(helpStart());
}

/** Say what is new, for those who hear the page. */
function announce(before, after) {
  const old = before?.board, now = after.board;
  if (!now) return;
  const news = [];
  const same = old?.number === now.number && old.actions <= now.actions;
  for (const call of now.calls.slice(same ? old.calls.length : 0)) {
    if (call.seat !== after.you) news.push(`${SEATS[call.seat]}: ${callWords(call.call)}${call.alert ? `, alerted: ${call.alert}` : ""}`);
  }
  const shown = (board) => [...(board?.last ?? []), ...(board?.trick ?? [])].map((each) => `${each.seat}${each.card}`);
  const known = new Set(same ? shown(old) : []);
  for (const each of [...(now.last ?? []), ...(now.trick ?? [])]) {
    if (!known.has(`${each.seat}${each.card}`)) news.push(`${SEATS[each.seat]}: ${cardWords(each.card)}`);
  }
  if (now.yours && !(same && old.yours && old.actions === now.actions)) news.push(now.contract && now.turn !== after.you ? "Play from dummy." : "Your turn.");
  if (news.length) log.append(element("p", {}, news.join(". ")));
  while (log.children.length > 30) log.firstChild.remove();
}

function draw() {
  room.dataset.phase = picture.phase === "between" ? "over" : picture.board?.contract ? "playing" : "bidding";
  drawStatus();
  drawTurn();
  drawAuction();
  drawScores();
}

// -- what is said ------------------------------------------------------------------------------

function say(text, wrong = false) {
  status.replaceChildren(element("p", { class: wrong ? "bad" : "soft", role: wrong ? "alert" : null }, text));
}

function drawStatus() {
  const { board, waits_for: waited, phase } = picture;
  if (phase === "between") {
    const result = picture.boards.at(-1);
    status.replaceChildren(element("p", {}, element("b", {}, `Board ${result.number}: ${result.result}`), ` ${pointsText(result.score)}`));
  } else if (!board) {
    const names = waited.map((seat) => SEATS[seat]).join(", ");
    status.replaceChildren(element("p", {}, names ? `Waiting for ${names}.` : "The cards are being dealt …"), invitation());
  } else if (board.yours) {
    status.replaceChildren(element("p", {}, element("b", {}, board.contract ? (board.turn === picture.you ? "Your turn to play." : "Play a card from dummy.") : "Your turn to call.")));
  } else {
    status.replaceChildren(element("p", { class: "soft" }, `${SEATS[board.turn] ?? ""} ${board.contract ? "plays" : "calls"} …`));
  }
  if (picture.note) status.append(element("p", { class: "warn", role: "alert" }, picture.note));
}

/** The link for friends, and the ports for programs, as long as somebody is missing. */
function invitation() {
  const missing = Object.values(picture.seats).some((each) => each.kind === "person" && !each.taken);
  const programs = Object.entries(picture.seats).filter(([, each]) => each.kind === "program" && !each.here && each.port);
  return element("div", {},
    missing ? element("p", { class: "small" }, "Friends join here: ", element("code", {}, location.href)) : null,
    ...programs.map(([seat, each]) => element("p", { class: "small" }, `${SEATS[seat]}: a program that speaks ${each.title} connects to `, element("code", {}, doorOf(each)))));
}

/** Where a program connects: the machine of this page, by the way that its protocol has. */
function doorOf(program) {
  const address = `${location.hostname}:${program.port}`;
  return program.protocol === "epe321" ? `wss://${address}` : address;
}

function pointsText(score) {
  if (score === 0) return "nobody scores";
  return score > 0 ? `North and South score ${score}` : `East and West score ${-score}`;
}

// -- the table ---------------------------------------------------------------------------------

/** The place of a seat: we are at the bottom. */
function placeOf(seat) {
  return ["bottom", "left", "top", "right"][(ORDER.indexOf(seat) - ORDER.indexOf(picture.you) + 4) % 4];
}

function drawTable() {
  const focused = document.activeElement?.dataset?.card;
  const board = picture.board;
  const over = picture.phase === "between";
  for (const seat of ORDER) {
    const shown = over ? null : [picture.you, picture.seats[seat], board && { ...board, calls: [], trick: [], last: [] }, sent === board?.actions];
    redraw(places[placeOf(seat)], shown, () => (over ? [] : seatParts(seat, board)));
  }
  if (over) {
    const index = picture.boards.length - 1;
    if (replay?.index !== index) replay = newReplay(picture.boards[index], index);
    if (middle.firstChild !== replay.place) middle.replaceChildren(replay.place);
  } else {
    replay = null;
    middle.replaceChildren(...(board?.contract ? playParts(board) : []));
  }
  if (focused) document.querySelector(`[data-card="${focused}"]`)?.focus();
}

/** Draw a place anew if what it shows has changed: a button that is being pressed has to stay. */
function redraw(place, shown, parts) {
  const key = JSON.stringify(shown);
  if (drawn.get(place) === key) return;
  drawn.set(place, key);
  place.replaceChildren(...parts());
}

function seatParts(seat, board) {
  const place = placeOf(seat);
  const plate = namePlate(seat, board);
  const cards = board?.hands[seat];
  if (!cards) return [plate];
  const turn = board.yours && board.contract && board.turn === seat && sent !== board.actions;
  const legal = new Set(turn ? board.legal : []);
  const label = seat === picture.you ? "your cards" : `${SEATS[seat]}'s cards, dummy`;
  const draw = seat === picture.you && seat !== board.dummy ? fan : rows;
  const hand = draw(cards, legal, (card) => move({ do: "card", card }), label);
  return place === "bottom" ? [plate, hand] : place === "top" ? [plate, hand] : [plate, hand];
}

function namePlate(seat, board) {
  const who = picture.seats[seat];
  const name = who.name || { robot: "robot", program: `${who.title} program` }[who.kind] || "…";
  const vulnerable = board && (board.vul === "both" || (board.vul === "ns" && "NS".includes(seat)) || (board.vul === "ew" && "EW".includes(seat)));
  const away = who.kind !== "robot" && !who.here;
  const plate = element("div", { class: `plate${board?.turn === seat ? " turn" : ""}${away ? " away" : ""}` },
    element("b", {}, SEATS[seat]),
    element("span", { class: "who" }, seat === picture.you ? `${name} (you)` : away && who.taken ? `${name}, away` : name),
    board?.dealer === seat ? element("span", { class: "small", title: "dealer" }, "D") : null,
    vulnerable ? element("span", { class: "vulnerable" }, "vul") : null);
  if (who.kind === "person" && who.taken && away && !who.relieved && seat !== picture.you) {
    plate.append(element("button", { type: "button", class: "small", onclick: () => send({ do: "relieve", seat }) }, "Let a robot play"));
  }
  return plate;
}

function playParts(board) {
  const gone = board.trick.length === 0;
  const trick = gone ? board.last : board.trick;
  const ours = "NS".includes(picture.you) === "NS".includes(board.declarer);
  const [we, they] = ours ? [board.won, board.lost] : [board.lost, board.won];
  return [
    element("div", { class: "contract" }, contractText(board.contract), element("br"), `we ${we}, they ${they}`),
    element("div", { class: `trick${gone ? " gone" : ""}`, "aria-label": gone ? "the last trick" : "this trick" },
      ...trick.map((each) => playedCard(each.card, `place-${placeOf(each.seat)}`))),
  ];
}

/** A contract, `4SX-N`, as it is read. */
function contractText(contract) {
  const [, bid, doubled, declarer] = /^(\d(?:NT|[SHDC]))(X{0,2})-(.)$/.exec(contract) ?? [];
  if (!bid) return contract;
  const words = { X: " doubled", XX: " redoubled" }[doubled] ?? "";
  return element("span", {}, callElement(bid), `${words} by ${SEATS[declarer]}`);
}

// -- the auction, and what calls show ----------------------------------------------------------

function drawAuction() {
  const board = picture.board ?? picture.boards.at(-1);
  if (!board) { auction.replaceChildren(element("p", { class: "soft" }, "The auction will stand here.")); return; }
  const calls = board.calls.map((each) => each.call);
  const alerts = Object.fromEntries(board.calls.map((each, index) => [index, each.alert]).filter(([, text]) => text));
  const live = Boolean(picture.board);
  auction.replaceChildren(auctionTable({ dealer: board.dealer, vul: board.vul, calls, alerts, onAsk: live ? explain : undefined, asked }));
}

function helpStart() {
  if (picture?.phase === "between") return element("p", { class: "soft small" }, "“Was that good?” compares your calls and cards with the engine's.");
  return element("p", { class: "soft small" }, "Choose a call to see what it shows and what is known of each hand. Ask for a hint when it is your turn.");
}

async function explain(index) {
  asked = asked === index ? null : index;
  drawAuction();
  if (asked === null) { help.replaceChildren(helpStart()); return; }
  await helpWith(async () => {
    const actions = picture.board.calls.length;
    if (meanings?.actions !== actions) meanings = { actions, found: await ask(`${path}/ask`, { about: "calls" }) };
    return [callMeaning(meanings.found.calls[index]), knownHands(meanings.found.seats, picture.you)];
  });
}

async function hint() {
  await helpWith(async () => {
    const found = await ask(`${path}/ask`, { about: "hint" });
    return [found.card ? cardHint(found) : callHint(found)];
  });
}

async function helpWith(work) {
  help.setAttribute("aria-busy", "true");
  help.replaceChildren(element("p", { class: "soft" }, "Thinking …"));
  try {
    help.replaceChildren(...(await work()));
  } catch (error) {
    help.replaceChildren(element("p", { class: "problem" }, error.message));
  } finally {
    help.removeAttribute("aria-busy");
  }
}

// -- what a person can do ----------------------------------------------------------------------

function drawActs() {
  const shown = [picture.phase, picture.ended, picture.undo, picture.boards.length, picture.board, sent === picture.board?.actions, answered];
  redraw(act, shown, actParts);
}

function actParts() {
  const focused = document.activeElement?.dataset?.call;
  const typing = document.activeElement?.id === "typed";
  const board = picture.board;
  const parts = [];
  if (picture.undo?.asked) parts.push(undoQuestion());
  if (board?.claim?.asked) parts.push(claimQuestion(board.claim));
  if (picture.phase === "between") parts.push(...afterBoard());
  else if (board) {
    const mine = board.yours && sent !== board.actions;
    if (!board.contract) parts.push(biddingBox({ legal: mine ? board.legal : [], onCall: (call) => move({ do: "call", call }) }));
    parts.push(typeForm(board), boardButtons(board, mine));
  }
  act.hidden = parts.length === 0;
  queueMicrotask(() => {
    if (focused) act.querySelector(`[data-call="${focused}"]:not(:disabled)`)?.focus();
    if (typing) document.getElementById("typed")?.focus();
  });
  return parts;
}

function typeForm(board) {
  const words = board.contract ? "Or type a card: sa, h10" : "Or type a call: 1s, 2n, p, x";
  const input = element("input", { id: "typed", "aria-label": words, placeholder: words, autocomplete: "off", spellcheck: "false" });
  const form = element("form", {}, input, element("button", {}, "Enter"));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    typed(input);
  });
  return form;
}

function typed(input) {
  const board = picture.board;
  const meant = board.contract ? typedCard(input.value) : typedCall(input.value);
  if (!meant) say(board.contract ? "Type a suit and a rank: sa, h10." : "Type a call: 1s, 2n, p, x.", true);
  else if (!board.yours) say("It is not your turn.", true);
  else if (!board.legal.includes(meant)) say(board.contract ? `You cannot play the ${cardWords(meant)} now.` : `You cannot call ${callWords(meant)} now.`, true);
  else move(board.contract ? { do: "card", card: meant } : { do: "call", call: meant });
  input.value = "";
}

function boardButtons(board, mine) {
  const can = (does, words, action) => element("button", { type: "button", disabled: !does, onclick: action }, words);
  const declares = board.contract && board.dummy !== picture.you;
  return element("p", { class: "row" },
    can(mine, "Hint", hint),
    can(board.actions > 0 && !picture.undo, "Take back", () => send({ do: "undo" })),
    board.contract ? can(declares && board.claims && (board.trick.length || board.last.length), "Claim the rest", () => send({ do: "claim", at: board.actions })) : null);
}

function undoQuestion() {
  return question(`${SEATS[picture.undo.by]} would like to take the last action back.`,
    { Agree: { do: "agree", yes: true }, Refuse: { do: "agree", yes: false } });
}

function claimQuestion(claim) {
  return question(`${SEATS[claim.by]} claims all the remaining tricks, and holds ${claim.hand.map((card) => cardWords(card)).join(", ")}.`,
    { Accept: { do: "answer", accepts: true }, "Play on": { do: "answer", accepts: false } });
}

/** A question and its answers, the usual one first: none can be pressed while the server takes one. */
function question(text, answers) {
  const buttons = Object.entries(answers).map(([words, message], index) =>
    element("button", { type: "button", class: index ? null : "primary", disabled: answered, onclick: () => answer(message) }, words));
  return element("div", { class: "panel" }, element("p", {}, text), element("p", { class: "row" }, ...buttons));
}

function afterBoard() {
  const index = picture.boards.length - 1;
  const last = picture.boards[index];
  return [
    element("p", { class: "row" },
      picture.ended ? element("a", { class: "button primary", href: "/play" }, "Another table") : element("button", { type: "button", class: "primary", onclick: () => send({ do: "next" }) }, "Next board"),
      picture.ended || picture.scoring === "rubber" ? null : element("button", { type: "button", onclick: () => send({ do: "again" }) }, "Play it again"),
      element("button", { type: "button", onclick: () => review(index) }, "Was that good?")),
    element("p", { class: "small" }, element("a", { href: boardLink(last) }, "A link to this board"), " · ", element("a", { href: `${path}/boards.pbn` }, "All boards as PBN")),
  ];
}

function boardLink(board) {
  const deal = `N:${ORDER.map((seat) => board.hands[seat]).join(" ")}`;
  const given = { deal, dealer: board.dealer, vul: board.vul, calls: board.calls.map((each) => each.call).join(" "), system: picture.systems[0], opponents: picture.systems[1] };
  return `/board?${new URLSearchParams(given)}`;
}

async function review(index) {
  await helpWith(async () => {
    if (!reviews.has(index)) reviews.set(index, await ask(`${path}/ask`, { about: "board", board: index }));
    return [reviewed(reviews.get(index), picture.boards[index], (trick) => replay?.show(trick))];
  });
}

// -- results -----------------------------------------------------------------------------------

function drawScores() {
  if (!picture.boards.length) {
    scores.replaceChildren(element("h2", {}, "Results"), element("p", { class: "soft" }, "The boards that you have played will stand here."));
    return;
  }
  const unit = { imps: "N–S IMPs", mp: "N–S per cent" }[picture.scoring];
  const total = picture.total === null ? null : element("p", {}, element("b", {}, `Your side: ${totalText()}`));
  const rubber = picture.rubber;
  const standing = rubber ? element("p", {}, `North and South ${rubber.totals[0]}, East and West ${rubber.totals[1]}; games ${rubber.games[0]} to ${rubber.games[1]}; below the line ${rubber.below[0]} and ${rubber.below[1]}.`) : null;
  scores.replaceChildren(element("h2", {}, "Results"), total ?? "", standing ?? "",
    element("div", { class: "scroll" }, element("table", {},
      element("thead", {}, element("tr", {}, ...["Board", "Result", "N–S score", "Robots", unit].filter(Boolean).map((word) => element("th", { scope: "col", class: word.startsWith("N–S") ? "number" : null }, word)))),
      element("tbody", {}, ...picture.boards.map(scoreRow)))));
}

function totalText() {
  return picture.scoring === "imps" ? `${picture.total > 0 ? "+" : ""}${picture.total} IMPs` : `${picture.total}%`;
}

function scoreRow(board) {
  const others = (board.others ?? []).map((each) => `${each.contract ?? "passed out"} ${each.tricks ?? ""} (${each.score})`).join("; ");
  const worth = board.compares ? "…" : board.imps ?? board.percent ?? "";
  return element("tr", {},
    element("td", {}, `${board.number}${board.again ? ", again" : ""}`), element("td", {}, board.result),
    element("td", { class: "number" }, String(board.score)), element("td", {}, board.compares ? "Robots are playing it …" : others),
    picture.scoring === "rubber" ? null : element("td", { class: "number" }, String(worth)));
}

forget();
