// The page for practice: a choice, one exercise after another, what came of them.

import { auctionTable, biddingBox, typedCall } from "./bidding.js";
import { ask, callElement, callWords, element, handElement, seatWord, showProblem, SUITS } from "./common.js";
import { showProgress } from "./progress.js";

const byId = (id) => document.getElementById(id);
const form = byId("choice");
const VULNERABLE = { none: "nobody vulnerable", ns: "we are vulnerable", ew: "they are vulnerable", both: "both sides vulnerable" };
const STORED = "dowager.practise";
const finePointer = matchMedia("(pointer: fine)").matches;

let topics = [];
let current = null; // the exercise that is on the page
let upcoming = null; // {key, answer}: the next exercise, prepared meanwhile
let running = null; // what can be stopped
let reasons = null;
const tally = { right: 0, all: 0 };


// --- what to practise

function chosen() {
  const fields = { system: form.system.value, quizzes: form.quizzes.value };
  if (form.opponents.value) fields.opponents = form.opponents.value;
  if (form.board.value) fields.board = true;
  const what = form.what.value;
  if (what === "auction") fields.calls = form.auction.value.toUpperCase().split(/[\s,]+/).filter(Boolean);
  else if (what === "rule") fields.rule = form.rule.value.trim();
  else if (what !== "everything") fields.topic = what;
  return fields;
}

function missing(fields) {
  if (form.what.value === "rule" && !fields.rule) return "Write the name of a rule, or a part of it.";
  if (form.what.value === "auction" && !fields.calls.length) return "Write the calls so far, such as 1NT P.";
  return "";
}

function showChoice() {
  const what = form.what.value;
  byId("auction-field").hidden = what !== "auction";
  byId("rule-field").hidden = what !== "rule";
  byId("about").textContent = topics.find((topic) => topic.key === what)?.about ?? "";
}

async function loadTopics() {
  const wanted = form.system.value;
  const found = await ask("/practise/topics", { system: wanted });
  if (wanted !== form.system.value) return;
  topics = found.topics;
  const before = form.what.value;
  for (const group of form.what.querySelectorAll("optgroup")) group.remove();
  const groups = new Map();
  for (const topic of topics) {
    if (!groups.has(topic.group)) groups.set(topic.group, element("optgroup", { label: topic.group }));
    groups.get(topic.group).append(element("option", { value: topic.key }, topic.title));
  }
  form.what.append(...groups.values());
  form.what.value = before;
  if (form.what.selectedIndex < 0) form.what.value = "everything";
  byId("rules").replaceChildren(...found.rules.map((name) => element("option", { value: name })));
}

/** Say what is practised, beside the hand. */
function showPractised() {
  const what = form.what.value;
  const words = { auction: form.auction.value.toUpperCase() || "an auction", rule: form.rule.value || "a rule" }[what];
  byId("practising").textContent = `${form.system.selectedOptions[0].text}: ${words ?? form.what.selectedOptions[0].text}.`;
}

function store() {
  const kept = Object.fromEntries(["system", "what", "board", "opponents", "quizzes", "auction", "rule"].map((name) => [name, form[name].value]));
  try {
    localStorage.setItem(STORED, JSON.stringify(kept));
  } catch {
    // a browser that keeps nothing: the choice is made anew next time
  }
}

function stored() {
  try {
    return JSON.parse(localStorage.getItem(STORED)) ?? {};
  } catch {
    return {};
  }
}

function restore(kept, names) {
  for (const name of names) {
    if (typeof kept[name] !== "string") continue;
    const before = form[name].value;
    form[name].value = kept[name];
    if (form[name].tagName === "SELECT" && form[name].selectedIndex < 0) form[name].value = before;
  }
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  document.activeElement.blur(); // the next hand may take the focus
  if (!running) next(); // else the change has asked for it
});
form.addEventListener("change", async (event) => {
  upcoming = null;
  try {
    if (event.target === form.system) await loadTopics();
  } catch (error) {
    showProblem(byId("problem"), error);
    return;
  }
  showChoice();
  store();
  next();
});

// --- exercises

function fetchNext(ahead, signal) {
  const fields = chosen();
  return { key: JSON.stringify(fields), answer: ask("/practise/next", { ...fields, ahead }, signal) };
}

/** Put the next exercise on the page: the one prepared, if it is for the present choice. */
async function next() {
  stop();
  current = null;
  allow([]); // a call that is made now would be for the hand before
  showPractised();
  showProblem(byId("problem"), null);
  const fields = chosen();
  const lacking = missing(fields);
  if (lacking) {
    showBoard(null);
    byId("announced").textContent = "";
    byId("meaning").textContent = lacking;
    return;
  }
  const control = (running = new AbortController());
  const slow = setTimeout(() => wait(true), 150);
  try {
    const prepared = upcoming?.key === JSON.stringify(fields) ? upcoming : fetchNext(false, control.signal);
    upcoming = null;
    const question = await stoppable(prepared.answer, control.signal);
    if (control !== running) return;
    show(question);
    prepare();
  } catch (error) {
    if (control !== running) return;
    showBoard(null);
    byId("box").hidden = true;
    const again = nextButton("Deal again");
    byId("verdict").replaceChildren(again);
    byId("verdict").hidden = false;
    if (control.signal.aborted) again.focus();
    else showProblem(byId("problem"), error);
  } finally {
    clearTimeout(slow);
    if (control === running) {
      wait(false);
      running = null;
    }
  }
}

function stoppable(answered, signal) {
  const stopped = new Promise((_, reject) => signal.addEventListener("abort", () => reject(new Error("stopped")), { once: true }));
  return Promise.race([answered, stopped]);
}

/** Ask for the exercise after this one while the person thinks. */
function prepare() {
  const prepared = fetchNext(true);
  prepared.answer.catch(() => {
    if (upcoming === prepared) upcoming = null;
  });
  upcoming = prepared;
}

function stop() {
  reasons?.abort();
  reasons = null;
  const before = running;
  running = null;
  before?.abort();
}

function wait(on) {
  byId("waiting").hidden = !on;
  if (on) {
    showBoard(null);
    byId("box").hidden = true;
    byId("verdict").hidden = true;
    byId("announced").textContent = "Dealing.";
  }
}

byId("stop").addEventListener("click", () => running?.abort());

function show(question) {
  current = question;
  wait(false);
  showBoard(question);
  askForCall(question);
}

function askForCall(question) {
  byId("verdict").hidden = true;
  byId("box").hidden = false;
  allow(question.legal);
  const soFar = question.calls.length ? `The auction: ${auctionWords(question.dealer, question.calls)}.` : "You call first.";
  byId("announced").textContent = `Your turn, ${VULNERABLE[question.vul]}. ${soFar} Your hand: ${handWords(question.hand)}.`;
  if (form.contains(document.activeElement)) return; // who is choosing goes on choosing
  if (finePointer) byId("typed").focus({ preventScroll: true });
  else if (tally.all) byId("exercise-title").focus();
}

/** Let the person make one of some calls; none while there is nothing to call. */
function allow(legal) {
  const typed = element("input", {
    id: "typed", type: "text", autocomplete: "off", autocapitalize: "off", spellcheck: "false", maxlength: "10",
    placeholder: "1n 2s p x xx", "aria-label": "Type a call, then press Enter", disabled: !legal.length,
  });
  const problem = element("p", { class: "entry-problem bad", role: "alert" });
  const enter = (event) => {
    event.preventDefault();
    const call = typedCall(typed.value);
    if (legal.includes(call)) answer(call);
    else problem.textContent = call ? `${callWords(call)} is not legal here` : "That is no call: type 1n, 2s, p, x or xx";
  };
  const entry = element("form", { class: "entry", onsubmit: enter }, typed, element("button", { type: "submit", disabled: !legal.length }, "Call"));
  byId("box").replaceChildren(biddingBox({ legal, onCall: (call) => answer(call) }), entry, problem);
}

/** The auction in words, for those who hear it: "North 1 notrump, East pass". */
function auctionWords(dealer, calls) {
  const order = ["N", "E", "S", "W"];
  return calls.map((call, index) => `${seatWord(order[(order.indexOf(dealer) + index) % 4])} ${callWords(call)}`).join(", ");
}

function handWords(hand) {
  const words = { S: "spades", H: "hearts", D: "diamonds", C: "clubs" };
  return hand
    .split(".")
    .map((cards, index) => `${words["SHDC"[index]]} ${cards ? cards.split("").join(" ").replaceAll("T", "10") : "none"}`)
    .join(", ");
}

/** Show hand and auction; nothing for no exercise. */
function showBoard(question) {
  byId("meaning").textContent = "";
  byId("hand").replaceChildren(...(question ? [handElement(question.hand)] : []));
  if (!question) {
    byId("auction").replaceChildren();
    allow([]);
    return;
  }
  const alerts = question.meanings.map((meaning) => meaning.alert);
  const { dealer, vul, calls } = question;
  byId("auction").replaceChildren(
    element("p", { class: "soft small" }, `You are South; ${seatWord(dealer)} deals; ${VULNERABLE[vul]}.`),
    auctionTable({ dealer, vul, calls, alerts, onAsk: explain }),
  );
  if (calls.length) byId("meaning").textContent = "Choose a call in the table to read what it shows.";
}

function explain(index) {
  const meaning = current.meanings[index];
  const words = [meaning.name, meaning.shows].filter(Boolean).join(": ");
  byId("meaning").replaceChildren(
    callElement(current.calls[index]),
    ` ${words || "no agreed meaning"}.`,
    ...(meaning.alert ? [element("br"), `Alert: ${meaning.alert}.`] : []),
  );
  for (const [at, button] of [...byId("auction").querySelectorAll("button.cell")].entries()) button.setAttribute("aria-pressed", String(at === index));
}

// --- answers

async function answer(call) {
  const question = current;
  if (!question) return; // another exercise is on its way
  allow([]);
  const slow = setTimeout(() => {
    if (current !== question) return;
    byId("verdict").replaceChildren(element("p", { class: "soft" }, callElement(call), " may be as good as the system’s call: it is tried on deals …"));
    byId("verdict").hidden = false;
  }, 400);
  try {
    const told = await ask("/practise/answer", { id: question.id, call });
    if (current !== question) return;
    tally.all += 1;
    tally.right += told.right ? 1 : 0;
    byId("tally").textContent = `${tally.right} of ${tally.all} right so far`;
    Object.assign(question, { calls: told.calls, meanings: told.meanings, legal: told.legal });
    showBoard({ ...question, legal: told.done ? [] : told.legal });
    showVerdict(question, told);
    showProgress();
  } catch (error) {
    if (current !== question) return;
    upcoming = null; // a server that was started anew knows neither
    showProblem(byId("problem"), error);
    allow(question.legal);
    byId("verdict").replaceChildren(element("p", {}, nextButton("Another hand")));
    byId("verdict").hidden = false;
  } finally {
    clearTimeout(slow);
  }
}

function nextButton(words) {
  return element("button", { type: "button", class: "primary", onclick: () => next() }, words);
}

function showVerdict(question, told) {
  byId("announced").textContent = "";
  const heading = element("h3", { tabindex: "-1", class: told.right ? "good" : "bad" }, ...headline(told));
  const onwards = told.done
    ? nextButton("Next")
    : element("button", { type: "button", class: "primary", onclick: () => askForCall(question) }, "Go on");
  byId("verdict").replaceChildren(
    heading,
    element("p", { class: "row" }, onwards), // above what comes later, which would move it
    ...judgement(told),
    ...(told.right ? brief(told) : inFull(question, told)),
    ...(told.unkept ? [element("p", { class: "problem", role: "alert" }, told.unkept)] : []),
    ...ending(told),
  );
  byId("box").hidden = true;
  byId("verdict").hidden = false;
  onwards.focus({ preventScroll: finePointer });
  byId("announced").textContent = heading.textContent;
}

function headline(told) {
  const { system } = told;
  const named = system.name ? [` (${system.name})`] : [];
  const mark = element("span", { class: "mark", "aria-hidden": "true" }, told.right ? "✓" : "✗");
  const bids = system.call === "P" ? ["the system passes"] : ["the system bids ", callElement(system.call)];
  if (told.own) return [mark, "Right: ", callElement(system.call), ...named];
  if (told.right && told.judged) return [mark, callElement(told.made), " is as good; ", ...bids];
  if (told.right) return [mark, callElement(told.made), " is accepted; ", ...bids];
  return [mark, "Not ", callElement(told.made), ": ", ...bids, ...named];
}

function brief(told) {
  return [element("details", {}, element("summary", {}, "Why"), ...reason(told))];
}

/** What deals say of a call that the hand nearly makes. */
function judgement(told) {
  const { judged } = told;
  if (!judged) return [];
  const unit = judged.scoring === "mp" ? "matchpoints" : "IMPs";
  const size = `${Math.abs(judged.gain).toFixed(1)} ${unit} (standard error ${judged.error.toFixed(1)})`;
  const worth = `On ${judged.deals} deals that fit the auction it ${judged.gain < 0 ? "loses" : "gains"} ${size} on average beside the system’s call`;
  const rule = `the hand is within one point or card of its rule${judged.name ? `, ${judged.name}` : ""}: ${judged.text}`;
  return [element("p", { class: "judged" }, `${worth}; ${rule} (`, element("code", {}, judged.rule), ").")];
}

function reason(told) {
  const { system } = told;
  const words = [element("dt", {}, "The rule asks for"), element("dd", {}, system.text)];
  if (system.alert) words.push(element("dt", {}, "Alert"), element("dd", {}, system.alert));
  if (system.rule) words.push(element("dt", {}, "It stands in"), element("dd", {}, element("code", {}, system.rule), ...(system.title ? [` (${system.title})`] : [])));
  return [element("dl", {}, ...words)];
}

/** What a wrong call needs: the rule, and, as soon as it is found, what would have made it right. */
function inFull(question, told) {
  const place = element("div", { class: "busy", "aria-live": "polite" }, element("p", { class: "soft" }, "Looking for what your call would need … "));
  place.firstChild.append(element("button", { type: "button", onclick: () => reasons?.abort() }, "Stop"));
  tellWhy(question, told, place);
  const onwards = told.done ? [] : [element("p", {}, "The auction goes on with ", callElement(told.system.call), ".")];
  return [...reason(told), ...others(told), place, ...onwards];
}

function others(told) {
  if (told.accepted.length < 2) return [];
  const accepted = told.accepted.filter((call) => call !== told.system.call).flatMap((call, index) => [index ? ", " : "", callElement(call)]);
  return [element("p", {}, "Accepted, too: ", ...accepted)];
}

async function tellWhy(question, told, place) {
  const control = (reasons = new AbortController());
  try {
    const found = await ask("/practise/why", { id: question.id, turn: told.turn }, control.signal);
    const shows = found.name ? `${found.name}: ${found.shows}` : `nothing that is agreed; all in all ${found.shows}`;
    place.replaceChildren(
      element(
        "dl",
        {},
        element("dt", {}, "Your ", callElement(told.made), " would show"),
        element("dd", {}, shows, element("details", {}, element("summary", { class: "small" }, "In full"), element("p", { class: "small" }, found.text))),
        ...(found.why ? [element("dt", {}, "Why it is not made"), element("dd", {}, found.why)] : []),
        element("dt", {}, found.smallest && found.change ? "The smallest change of cards that makes it right" : "A change of cards that makes it right"),
        element("dd", {}, changeWords(found)),
      ),
    );
  } catch (error) {
    if (control.signal.aborted) place.replaceChildren(element("p", { class: "soft" }, "Stopped."));
    else place.replaceChildren(element("p", { class: "soft" }, error.message));
  }
}

function changeWords(found) {
  if (found.change) return withSuits(found.change);
  if (!found.ruled) return "None: the system has no rule for this call here.";
  return found.impossible ? "None: no hand makes this call here." : "None was found in time.";
}

/** Cards such as H5 with the symbols of their suits. */
function withSuits(text) {
  return text.replace(/\b([SHDC])([2-9TJQKA]|10)\b/g, (_, suit, rank) => SUITS[suit] + (rank === "T" ? "10" : rank));
}

function ending(told) {
  const words = [];
  if (told.book.source) words.push(element("p", { class: "small soft" }, `From: ${told.book.source}${told.book.name ? ` (${told.book.name})` : ""}`));
  if (told.ended) {
    words.push(element("p", {}, told.contract ? `The auction is over: ${told.contract}.` : "All have passed."));
  }
  return words;
}

// --- the beginning

const kept = stored();
restore(kept, ["system", "board", "opponents", "quizzes", "auction", "rule"]);
const ofTopic = kept.what && !["everything", "auction", "rule"].includes(kept.what);
if (!ofTopic) restore(kept, ["what"]);
showChoice();
showProgress();
if (ofTopic) {
  try {
    await loadTopics();
    restore(kept, ["what"]);
  } catch (error) {
    showProblem(byId("problem"), error);
  }
  showChoice();
  next();
} else {
  next();
  loadTopics().then(showChoice, (error) => showProblem(byId("problem"), error));
}
