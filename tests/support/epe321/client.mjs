// A client of EPE 321, written from the text alone: it knows nothing that our host adds.
//
//   node client.mjs URI ALIAS [PASSWORD] [sloppy]
//
// It bids and plays at random, legally. At the end it prints a line of JSON: what it has heard and
// the sums of the scores. "sloppy" writes as the samples of the text do, and worse.

import { createRequire } from "node:module";
const require = createRequire(process.cwd() + "/");
const WebSocket = require("ws");

const [uri, alias, password = "", style = ""] = process.argv.slice(2);
const socket = new WebSocket(uri, { rejectUnauthorized: false });
const SUITS = ["C", "D", "H", "S"], STRAINS = [...SUITS, "NT"];
const RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"];
const seen = {}, ids = new Set(), faults = [];
const sums = { NS: 0, EW: 0 };
let lastId = 0, seat = null, hand = [], dummy = [], bids = [], trick = [], boards = 0, state = 7;
for (const letter of alias) state = (state * 31 + letter.charCodeAt(0)) % 2147483647;

function random() {                       // so that a test can be run again
  state = (state * 48271) % 2147483647;
  return state / 2147483647;
}
const pick = (list) => list[Math.floor(random() * list.length)];
const wrong = (why) => faults.push(why);

function send(type, fields = {}) {
  const message = { Type: type, Id: ++lastId, ...fields };
  let text = JSON.stringify(message);
  if (style === "sloppy") {
    message.Typ = message.Type; delete message.Type;
    text = JSON.stringify(message, null, 2).replace(/\n}$/, ",\n}");
  }
  socket.send(text);
}

const cards = (list) => list.flatMap(({ Suit, Rank }) => [].concat(Rank).map((rank) => ({ Suit, Rank: String(rank) })));

function chooseBid() {
  const last = bids.filter((bid) => STRAINS.includes(bid.Suit)).at(-1);
  const level = last ? Number(last.Rank) + (last.Suit === "NT" ? 1 : 0) : 1;
  const above = last ? STRAINS.slice((STRAINS.indexOf(last.Suit) + 1) % 5) : STRAINS;
  if (level > 4 || random() < (last ? 0.75 : 0.3)) return { Suit: "PASS", Rank: null };
  return { Suit: pick(above), Rank: style === "sloppy" ? level : String(level) };
}

function chooseCard(from) {
  const suit = trick.length ? trick[0].Suit : null;
  const following = from.filter((card) => card.Suit === suit);
  const card = pick(following.length ? following : from);
  return style === "sloppy" && !isNaN(card.Rank) ? { ...card, Rank: Number(card.Rank) } : card;
}

const remove = (from, card) => {
  const at = from.findIndex((each) => each.Suit === card.Suit && each.Rank === String(card.Rank));
  if (at >= 0) from.splice(at, 1);
  return at >= 0;
};

const hears = {
  CONNECT_UNSUCCESSFUL: ({ Description }) => { wrong(Description); socket.close(); },
  LOBBY_UPDATE: ({ PlayerPositions }) => {
    seat = PlayerPositions.find((each) => each.Alias === alias)?.Position ?? seat;
  },
  BID_START: ({ Cards, Dealer }) => {
    boards += 1; hand = cards(Cards); dummy = []; bids = []; trick = [];
    if (hand.length !== 13 || !"NESW".includes(Dealer)) wrong("BID_START");
  },
  BID_REQUEST: () => send("BID_SEND", { Bid: chooseBid() }),
  BID_UPDATE: ({ Bid, Player }) => {
    if (!"NESW".includes(Player)) wrong("BID_UPDATE");
    bids.push(Bid);
  },
  BID_END: ({ Contract }) => { if (typeof Contract.IsDouble !== "boolean") wrong("BID_END"); },
  PLAY_START: ({ DummyCards }) => { dummy = cards(DummyCards); },
  MOVE_REQUEST: ({ MoveDummy }) => send("MOVE_SEND", { Move: chooseCard(MoveDummy ? dummy : hand) }),
  MOVE_UPDATE: ({ Move, Player }) => {
    if (Player === seat) { if (!remove(hand, Move)) wrong("not my card"); } else remove(dummy, Move);
    trick.push(Move);
  },
  TRICK_END: ({ WinningPartnership }) => {
    if (trick.length !== 4 || !["NS", "EW"].includes(WinningPartnership)) wrong("TRICK_END");
    trick = [];
  },
  PLAY_END: ({ TricksWon }) => { if (!(TricksWon >= 1 && TricksWon <= 13)) wrong("PLAY_END"); },
  SCORE: ({ NSscores, EWscores }) => {
    const sum = (fields) => Object.values(fields).reduce((total, points) => total + points, 0);
    sums.NS += sum(NSscores); sums.EW += sum(EWscores);
  },
  PING: () => send("PONG"),
};

socket.on("open", () => send("CONNECT_REQUEST", { Password: password, Alias: alias }));
socket.on("message", (data) => {
  const message = JSON.parse(data);
  seen[message.Type] = (seen[message.Type] ?? 0) + 1;
  if (!Number.isInteger(message.Id) || ids.has(message.Id)) wrong(`Id ${message.Id}`);
  ids.add(message.Id);
  hears[message.Type]?.(message);
});
socket.on("error", (error) => wrong(String(error)));
socket.on("close", (code) => console.log(JSON.stringify({ alias, seat, boards, code, sums, seen, faults })));
