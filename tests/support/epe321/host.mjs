// A host of EPE 321 for one player, written from the text alone; robots that pass and play at random
// have the other seats.
//
//   node host.mjs CERTIFICATE KEY [WAY ...]
//
// It prints its port, then a line of JSON when the rubber is over. Each WAY is another reading of the
// text: Typ, comma, thirteen, numbers, python, noecho, nopasses, dummyfirst, declarer, alias, again,
// lobby (PlayerPosition), binary, fragments, leaves, pings.

import { createRequire } from "node:module";
import { readFileSync } from "node:fs";
import https from "node:https";
const require = createRequire(process.cwd() + "/");
const { WebSocketServer } = require("ws");

const [certificate, key, ...words] = process.argv.slice(2);
const ways = new Set(words), does = (way) => ways.has(way);
const SEATS = ["N", "E", "S", "W"], SUITS = ["C", "D", "H", "S"], STRAINS = [...SUITS, "NT"];
const RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"];
const VALUE = { C: 20, D: 20, H: 30, S: 30, NT: 30 };
const seen = {}, faults = [];
let state = 11, lastId = 1000, socket = null, you = 2, asked = null, alias = "";
let hands, calls, dealer = 0, contract, declarer, played, trick, leader, won, boards = 0;
const games = [0, 0], parts = [0, 0];

function random() { state = (state * 48271) % 2147483647; return state / 2147483647; }
const wrong = (why) => faults.push(why);
const rankValue = (rank) => (does("numbers") && !isNaN(rank) ? Number(rank) : rank);
const same = (a, b) => a.Suit === b.Suit && String(a.Rank) === String(b.Rank);
const shown = (card) => ({ Suit: card.Suit, Rank: rankValue(card.Rank) });
const boolean = (value) => value;

function send(type, fields = {}) {
  const head = does("Typ") ? { Typ: type } : { Type: type };
  let text = JSON.stringify({ ...head, Id: ++lastId, ...fields });
  if (does("comma")) text = text.replace(/}$/, ",}");
  if (does("python")) text = text.replace(/:true/g, ": True").replace(/:false/g, ": False");
  if (does("fragments")) {
    socket.send(text.slice(0, 5), { fin: false }); socket.send(text.slice(5, 9), { fin: false });
    socket.send(text.slice(9), { fin: true });
  } else socket.send(does("binary") ? Buffer.from(text) : text, { binary: does("binary") });
}

function cardsOf(hand) {
  if (does("thirteen")) return hand.map(shown);
  return SUITS.map((Suit) => ({ Suit, Rank: hand.filter((c) => c.Suit === Suit).map((c) => rankValue(c.Rank)) }));
}

function deal() {
  let best = null;
  const points = (hand) => hand.reduce((sum, c) => sum + Math.max(0, RANKS.indexOf(c.Rank) - 8), 0);
  for (let n = 0; n < 40; n++) {          // a good hand for the player, so that there are games
    const pack = SUITS.flatMap((Suit) => RANKS.map((Rank) => ({ Suit, Rank })));
    for (let i = 51; i > 0; i--) { const j = Math.floor(random() * (i + 1)); [pack[i], pack[j]] = [pack[j], pack[i]]; }
    const dealt = SEATS.map((_, s) => pack.slice(13 * s, 13 * s + 13));
    if (!best || points(dealt[you]) + points(dealt[(you + 2) % 4]) > points(best[you]) + points(best[(you + 2) % 4])) best = dealt;
  }
  return best;
}

function start() {
  boards += 1; hands = deal(); calls = []; played = []; trick = []; won = [0, 0];
  send("BID_START", { Cards: cardsOf(hands[you]), Dealer: SEATS[dealer] });
  if (does("pings")) send("PING");
  nextCall();
}

const isBid = (bid) => STRAINS.includes(bid.Suit);
function nextCall() {
  const last = calls.slice(-3), bid = calls.some(isBid);
  if (calls.length >= (bid ? 4 : 4) && last.every((call) => call.Suit === "PASS")) return endAuction();
  const turn = (dealer + calls.length) % 4;
  if (turn !== you) return call(turn, { Suit: "PASS", Rank: null });
  asked = "BID_SEND"; send("BID_REQUEST");
}

function call(turn, bid) {
  calls.push(bid);
  const hidden = (does("noecho") && turn === you) || (does("nopasses") && bid.Suit === "PASS");
  if (!hidden) send("BID_UPDATE", { Bid: { ...bid, Rank: bid.Rank === null ? null : rankValue(bid.Rank) }, Player: SEATS[turn] });
  if (does("again") && turn === you && !hidden) send("BID_UPDATE", { Bid: bid, Player: SEATS[turn] });
  nextCall();
}

function endAuction() {
  const at = calls.findLastIndex(isBid);
  if (at < 0) { send("BID_END", { Contract: null, Trump: null, Declarer: null, Dummy: null }); return endBoard(null); }
  const suit = calls[at].Suit;
  const first = calls.findIndex((bid, n) => bid.Suit === suit && (at - n) % 2 === 0);
  declarer = (dealer + first) % 4; contract = calls[at];
  const dummy = (declarer + 2) % 4;
  send("BID_END", {
    Contract: { Suit: suit, Rank: rankValue(contract.Rank), IsDouble: false, IsRedouble: false },
    Trump: suit === "NT" ? null : suit, Declarer: SEATS[declarer], Dummy: SEATS[dummy],
  });
  leader = (declarer + 1) % 4;
  if (does("dummyfirst")) send("PLAY_START", { DummyCards: cardsOf(hands[dummy]) });
  nextCard();
}

function nextCard() {
  if (trick.length === 4) return endTrick();
  const turn = (leader + trick.length) % 4, dummy = (declarer + 2) % 4;
  const actor = turn === dummy ? declarer : turn;
  if (actor !== you) { const from = legal(turn); return play(turn, from[Math.floor(random() * from.length)]); }
  asked = "MOVE_SEND"; send("MOVE_REQUEST", { MoveDummy: turn === dummy });
}

function legal(turn) {
  const following = trick.length ? hands[turn].filter((c) => c.Suit === trick[0].Suit) : [];
  return following.length ? following : hands[turn];
}

function play(turn, card) {
  const dummy = (declarer + 2) % 4, first = played.length === 0;
  const dummys = cardsOf(hands[dummy]);
  hands[turn] = hands[turn].filter((c) => !same(c, card));
  trick.push(card); played.push(card);
  const name = does("declarer") && turn === dummy ? declarer : turn;
  const actor = turn === dummy ? declarer : turn;
  if (!(does("noecho") && actor === you)) send("MOVE_UPDATE", { Move: shown(card), Player: SEATS[name] });
  if (first && !does("dummyfirst")) send("PLAY_START", { DummyCards: dummys });
  if (does("leaves") && first) send("DISCONNECT_PLAYER", { PlayerPos: SEATS[(you + 1) % 4] });
  nextCard();
}

function endTrick() {
  const power = (c) => (c.Suit === contract.Suit ? 100 : c.Suit === trick[0].Suit ? 50 : 0) + RANKS.indexOf(String(c.Rank));
  const best = trick.reduce((top, card, n) => (power(card) > power(trick[top]) ? n : top), 0);
  leader = (leader + best) % 4; won[leader % 2] += 1; trick = [];
  send("TRICK_END", { WinningPartnership: leader % 2 ? "EW" : "NS" });
  if (played.length < 52) return nextCard();
  const side = declarer % 2, made = won[side] >= 6 + Number(contract.Rank);
  send("PLAY_END", { WinningPartnership: (made ? side : 1 - side) ? "EW" : "NS" });
  endBoard(made ? side : null);
}

function endBoard(side) {
  if (side !== null) {
    parts[side] += VALUE[contract.Suit] * Number(contract.Rank) + (contract.Suit === "NT" ? 10 : 0);
    if (parts[side] >= 100) { games[side] += 1; parts[0] = parts[1] = 0; }
  }
  const none = { overtricks: 0, undertricks: 0, honors: 0, vulnerable: 0, double: 0, redouble: 0, slam: 0, unfinished: 0, trickScore: 0 };
  send("SCORE", { NSscores: none, EWscores: none });
  send("GAME_END", { WinningPartnership: side === 1 ? "EW" : "NS" });
  dealer = (dealer + 1) % 4; asked = null;
  if (Math.max(...games) === 2 || boards > 200) { setTimeout(() => socket.close(1000), 50); return; }
  setImmediate(start);
}

const hears = {
  CONNECT_REQUEST: (message) => {
    alias = message.Alias;
    if (message.Password !== "secret") return send("CONNECT_UNSUCCESSFUL", { Description: "OTHER" });
    send("CONNECT_SUCCESSFUL");
    const listed = SEATS.map((Position, n) => ({ Position, Alias: n === you || does("alias") ? alias : `P${n}` }));
    send("LOBBY_UPDATE", { [does("lobby") ? "PlayerPosition" : "PlayerPositions"]: listed });
    start();
  },
  BID_SEND: ({ Bid }) => {
    if (asked !== "BID_SEND") return wrong("BID_SEND out of turn");
    asked = null; call(you, Bid);
  },
  MOVE_SEND: ({ Move }) => {
    if (asked !== "MOVE_SEND") return wrong("MOVE_SEND out of turn");
    const turn = (leader + trick.length) % 4, card = legal(turn).find((c) => same(c, Move));
    if (!card) return wrong(`illegal card ${JSON.stringify(Move)}`);
    asked = null; play(turn, card);
  },
};

const secure = https.createServer({ cert: readFileSync(certificate), key: readFileSync(key) });
const server = new WebSocketServer({ server: secure });
server.on("connection", (client) => {
  socket = client;
  client.on("message", (data) => {
    const message = JSON.parse(data);
    seen[message.Type] = (seen[message.Type] ?? 0) + 1;
    hears[message.Type]?.(message);
  });
  client.on("close", () => {
    console.log(JSON.stringify({ boards, games, seen, faults }));
    server.close(); secure.close();
  });
});
secure.listen(0, "127.0.0.1", () => console.log(secure.address().port));
