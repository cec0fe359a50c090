// The owner's own files beside the explorer: a text with line numbers, and what each save changes.

import { ask, callElement, element, showProblem } from "./common.js";
import { naming } from "./explore_naming.js";
import { callsElement, ended, get, percent, say, work } from "./explore_parts.js";

const INDENT = "  ";
const SYSTEM = "system.yaml"; // the file that keeps its name, and stays
const CONFLICT = 409;
const byId = (id) => document.getElementById(id);

/**
 * Edits the files of a folder.
 *
 * `page` is the explorer: `system()` names its system, `position()` what it shows of it, `refresh()`
 * shows it anew and returns it, `visit(system, calls, hand)` goes elsewhere.
 */
export class Editor {
  #page;
  #name = null; // the file in the text area
  #text = ""; // what is on disk, as far as we know
  #edition = "";
  #sound = new Map(); // the texts of files when the system was last sound; null for one that was not there
  #latest = new Map(); // and as they were saved last; null for one that is gone
  #before = null; // the position as it was then
  #looks = 0; // how often it has been looked what the files are like now; a newer look ends an older one
  #leaving = false;

  constructor(page) {
    this.#page = page;
    this.system = null;
    this.area = byId("text");
    this.readOnly = this.area.readOnly; // as on public servers
    this.area.readOnly = true; // until there is a file
    this.area.addEventListener("input", () => this.#typed());
    this.area.addEventListener("scroll", () => { byId("numbers").scrollTop = this.area.scrollTop; });
    new ResizeObserver(() => { byId("numbers").style.height = `${this.area.offsetHeight}px`; }).observe(this.area);
    this.area.addEventListener("keydown", (event) => this.#key(event));
    this.area.addEventListener("blur", () => { this.#leaving = false; });
    byId("file").addEventListener("change", () => this.#choose(byId("file").value));
    byId("file-system").addEventListener("change", () => this.#openSystem(byId("file-system").value));
    byId("save")?.addEventListener("click", () => this.save());
    byId("undo")?.addEventListener("click", () => this.#put(this.#text));
    if (byId("naming")) naming(this);
    addEventListener("beforeunload", (event) => { if (this.dirty) event.preventDefault(); });
  }

  /** The name of the file in the text area, or null. */
  get name() {
    return this.#name;
  }

  get dirty() {
    return this.#name !== null && this.area.value !== this.#text;
  }

  /** Open the files of the system that is shown, if it is one of ours and nothing is unsaved. */
  async open() {
    const wanted = this.#page.system();
    const names = [...byId("file-system").options].map((option) => option.value);
    const system = names.includes(wanted) ? wanted : this.system ?? names[0];
    if (system !== this.system && !this.dirty) await this.#openSystem(system);
  }

  /** Show a place in a file, the cursor there. */
  async show(system, file, line, column) {
    if (system !== this.system) await this.#openSystem(system);
    if (file !== this.#name && !(await this.#choose(file))) return;
    const lines = this.area.value.split("\n");
    const start = lines.slice(0, line - 1).reduce((sum, each) => sum + each.length + 1, 0);
    const at = Math.min(start + Math.max(0, column - 1), start + (lines[line - 1] ?? "").length);
    this.area.focus();
    this.area.setSelectionRange(at, at);
    const height = this.area.scrollHeight / Math.max(1, lines.length);
    this.area.scrollTop = Math.max(0, (line - 6) * height);
    this.area.scrollIntoView({ block: "nearest" });
  }

  #mayLeave() {
    return !this.dirty || confirm(`Leave ${this.#name} without saving it?`);
  }

  async #openSystem(system) {
    if (!this.#mayLeave()) {
      byId("file-system").value = this.system;
      return;
    }
    this.system = system;
    this.#name = null;
    this.area.readOnly = true;
    this.#sound.clear();
    this.#latest.clear();
    this.#before = null;
    byId("file-system").value = system;
    try {
      const names = await this.#list();
      byId("files-body").replaceChildren();
      await this.#choose(names[0]);
    } catch (error) {
      this.#problem(error);
    }
  }

  /** List the files of the system, and return their names. */
  async #list() {
    const found = await work(byId("files-work"), "reading files", (signal) => get("/explore/files", { system: this.system }, signal));
    byId("file").replaceChildren(...found.files.map((name) => element("option", { value: name }, name)));
    return found.files;
  }

  /** Open a file; return whether it is open. */
  async #choose(name) {
    if (!this.#mayLeave()) {
      byId("file").value = this.#name;
      return false;
    }
    this.area.readOnly = true; // what is typed meanwhile would be lost
    try {
      const found = await work(byId("files-work"), `reading ${name}`, (signal) => get("/explore/file", { system: this.system, name }, signal));
      byId("file").value = name;
      this.#name = name;
      this.#read(found);
      if (!this.#sound.has(name)) this.#sound.set(name, found.text);
      this.#put(found.text);
      this.#problem(null);
      return true;
    } catch (error) {
      byId("file").value = this.#name ?? "";
      this.#problem(error);
      return false;
    } finally {
      this.area.readOnly = this.readOnly || this.#name === null;
    }
  }

  #read(found) {
    this.#text = found.text;
    this.#edition = found.edition;
  }

  #put(text) {
    this.area.value = text;
    this.area.setSelectionRange(0, 0);
    this.area.scrollTop = 0;
    this.#typed();
  }

  #problem(error) {
    if (!error || !ended(error)) showProblem(byId("files-problem"), error);
  }

  // -- typing --------------------------------------------------------------------------------------

  #typed() {
    const count = this.area.value.split("\n").length;
    const numbers = byId("numbers");
    if (numbers.dataset.count !== String(count)) {
      numbers.dataset.count = count;
      numbers.textContent = Array.from({ length: count }, (_, index) => index + 1).join("\n");
    }
    const save = byId("save");
    if (!save) return;
    save.disabled = byId("undo").disabled = !this.dirty;
    for (const id of ["rename", "delete"]) byId(`file-${id}`).disabled = this.#name === null || this.#name === SYSTEM;
    byId("saved").textContent = this.dirty ? "not saved yet" : "";
  }

  #key(event) {
    if (this.area.readOnly) return;
    if ((event.ctrlKey || event.metaKey) && event.key === "s") {
      event.preventDefault();
      this.save();
    } else if (event.key === "Escape") {
      this.#leaving = true; // the next Tab leaves the text, as everywhere else
    } else if (event.key === "Tab" && !this.#leaving) {
      event.preventDefault();
      if (event.shiftKey) this.#outdent();
      else this.#indent();
    } else if (event.key === "Enter" && !event.isComposing) {
      event.preventDefault();
      const line = this.area.value.slice(0, this.area.selectionStart).split("\n").at(-1);
      this.#insert(`\n${line.match(/^ */)[0]}`);
    } else if (event.key !== "Shift") {
      this.#leaving = false;
    }
  }

  /** Put words in place of what is selected, so that the browser's undo takes them back. */
  #insert(words) {
    if (!document.execCommand("insertText", false, words)) {
      this.area.setRangeText(words, this.area.selectionStart, this.area.selectionEnd, "end");
      this.#typed();
    }
  }

  /** The lines that are selected, as a range of the text. */
  #lines() {
    const { value, selectionStart, selectionEnd } = this.area;
    const start = value.lastIndexOf("\n", selectionStart - 1) + 1;
    const end = value.indexOf("\n", Math.max(selectionStart, selectionEnd - 1));
    return [start, end < 0 ? value.length : end];
  }

  #replaceLines(change) {
    const [start, end] = this.#lines();
    const text = this.area.value.slice(start, end).split("\n").map(change).join("\n");
    this.area.setSelectionRange(start, end);
    this.#insert(text);
    this.area.setSelectionRange(start, start + text.length);
  }

  #indent() {
    const { selectionStart, selectionEnd, value } = this.area;
    if (value.slice(selectionStart, selectionEnd).includes("\n")) this.#replaceLines((line) => (line ? INDENT + line : line));
    else this.#insert(INDENT);
  }

  #outdent() {
    this.#replaceLines((line) => line.replace(/^ {1,2}/, ""));
  }

  // -- saving --------------------------------------------------------------------------------------

  /** Save the file, then say what is wrong and what has changed. */
  async save(edition = this.#edition) {
    if (!byId("save") || this.#name === null) return;
    const text = this.area.value;
    this.#before ??= this.#page.position();
    const fields = { system: this.system, name: this.#name, text, edition };
    this.#looks += 1;
    try {
      const found = await work(byId("files-work"), "saving", () => ask("/explore/save", fields));
      this.#read(found);
      this.#latest.set(found.name, found.text);
      this.#typed();
      byId("saved").textContent = "saved";
      this.#problem(null);
      await this.#lookOver();
    } catch (error) {
      this.#problem(error);
      if (error.status === CONFLICT) this.#conflict(element("button", { type: "button", onclick: () => this.#saveOver() }, "Save mine over it"));
    }
  }

  /** Offer what is on disk, and what else may be done about it. */
  #conflict(...others) {
    const theirs = element("button", { type: "button", onclick: () => { this.#text = this.area.value; this.#choose(this.#name); } }, "Show what is on disk");
    byId("files-problem").append(element("p", { class: "row" }, theirs, ...others));
  }

  async #saveOver() {
    try {
      await this.save((await get("/explore/file", { system: this.system, name: this.#name })).edition);
    } catch (error) {
      this.#problem(error);
    }
  }

  // -- other files ---------------------------------------------------------------------------------

  /** Make a file, with a text or else with one that loads, and open it; return whether it is made. */
  async make(name, text) {
    if (!this.#mayLeave()) return false;
    return this.#change("making the file", "/explore/create", { name, text }, async (made) => {
      if (!this.#sound.has(made.name)) this.#sound.set(made.name, null);
      this.#latest.set(made.name, made.text);
      this.#put(this.#text); // it may be left
      await this.#list();
      await this.#choose(made.name);
      return madeWords(made.name);
    });
  }

  /** Give the file another name; return whether it has it. What is not saved stays in the text area. */
  async rename(to) {
    const name = this.#name;
    const fields = { name, to, edition: this.#edition };
    return this.#change("renaming the file", "/explore/rename", fields, async (found) => {
      this.#latest.set(name, null).set(to, found.text);
      if (!this.#sound.has(to)) this.#sound.set(to, null);
      this.#name = to;
      await this.#list();
      byId("file").value = to;
      this.#typed();
      return element("p", {}, `${name} is ${to} now.`);
    });
  }

  /** Delete the file, if that is meant; it can be put back. */
  async remove() {
    const name = this.#name;
    if (!confirm(this.dirty ? `Delete ${name}, with what is not saved?` : `Delete ${name}?`)) return;
    await this.#change("deleting the file", "/explore/delete", { name, edition: this.#edition }, async (found) => {
      this.#latest.set(name, null);
      this.#put(this.#text);
      await this.#choose((await this.#list())[0]);
      const back = element("button", { type: "button", onclick: () => this.make(name, found.text) }, "Put it back");
      return element("p", { class: "row" }, `${name} is deleted.`, back);
    });
  }

  /** Change which files there are, then say what that changes; `done` returns what to say first. */
  async #change(words, path, fields, done) {
    const before = this.#page.position();
    let changed = false;
    this.#looks += 1;
    try {
      const found = await work(byId("files-work"), words, () => ask(path, { system: this.system, ...fields }));
      changed = true;
      this.#before ??= before;
      this.#problem(null);
      const note = await done(found);
      this.area.focus();
      await this.#lookOver(note);
    } catch (error) {
      this.#problem(error);
      if (error.status === CONFLICT) this.#conflict();
    }
    return changed;
  }

  // -- what has changed ----------------------------------------------------------------------------

  async #lookOver(...notes) {
    const body = byId("files-body");
    const look = ++this.#looks;
    body.replaceChildren(...notes);
    const found = await work(byId("files-work"), "reading the system, asking its quizzes", (signal) => ask("/explore/faults", { system: this.system }, signal), { stop: true });
    if (look !== this.#looks) return;
    body.append(this.#faults(found), ...(found.faults.length ? [] : [quizWords(found, (place) => this.#link(place, placeWords(place)))]));
    say(found.faults.length ? `${found.faults.length} faults` : `saved; ${found.failed.length} quizzes fail`);
    const after = this.#page.system() === this.system ? await this.#page.refresh() : null;
    if (found.faults.length || look !== this.#looks) return;
    if (after && this.#before && after.key === this.#before.key) body.append(...shareChanges(this.#before.answer, after.answer));
    this.#before = null;
    await this.#compare(body);
  }

  #faults(found) {
    if (!found.faults.length) return element("p", { class: "good" }, "The files have no faults.");
    const items = found.faults.map((fault) => element("li", {}, this.#link(fault, placeWords(fault)), `: ${fault.message}`));
    return element("div", {}, element("h3", {}, items.length === 1 ? "1 fault" : `${items.length} faults`), element("ul", { class: "faults" }, ...items));
  }

  /** A button that leads to a place in a file of ours; its words alone for another file. */
  #link(place, words) {
    if (!place.own) return element("code", {}, words);
    return element("button", { type: "button", class: "link", onclick: () => this.show(this.system, place.file, place.line, place.column) }, words);
  }

  /** Compare the system with what it was when it was last sound. */
  async #compare(body) {
    const system = this.system;
    const before = Object.fromEntries(this.#sound);
    for (const [name, text] of this.#latest) {
      if (text === null) this.#sound.delete(name);
      else this.#sound.set(name, text);
    }
    this.#latest.clear();
    try {
      const found = await work(byId("files-work"), "comparing with the system before, in the background", (signal) => ask("/explore/changes", { system, before }, signal), { stop: true });
      if (system === this.system) body.append(...changeParts(found, system, this.#page.visit));
    } catch (error) {
      const words = ended(error) ? "The comparison was stopped." : `No comparison: ${error.message}`;
      body.append(element("p", { class: "soft" }, words));
    }
  }
}

function madeWords(name) {
  const quizzes = /^(quizzes[^/]*|quizzes\/[^/]+)\.yaml$/.test(name);
  const words = quizzes ? "its quizzes are asked after each save." : ["its rules count once ", element("code", {}, "use:"), " names it: ", element("code", {}, `- ${name.slice(0, -".yaml".length)}`)];
  return element("p", {}, `${name} is made; `, ...[words].flat());
}

function placeWords(place) {
  return `${place.file}:${place.line}:${place.column}`;
}

function quizWords(found, linked) {
  if (!found.asked) return element("p", { class: "soft" }, "The system has no quizzes.");
  if (!found.failed.length) return element("p", { class: "good" }, `All ${found.asked} quizzes pass.`);
  const items = found.failed.map((quiz) => element("li", {}, linked(quiz), ` ${quiz.about}: ${quiz.asked}: ${quiz.faults.join("; ")}`));
  return element("div", {}, element("h3", {}, `${items.length} of ${found.asked} quizzes fail`), element("ul", { class: "faults" }, ...items));
}

/** How the shares of a position have changed. */
function shareChanges(before, after) {
  const shares = (answer) => new Map([...answer.made.map((call) => [call.call, call]), ...(answer.none ? [["no rule", { ...answer.none, call: "no rule" }]] : [])]);
  const [old, now] = [shares(before), shares(after)];
  const none = { share: 0, error: 0 };
  const rows = [...new Set([...old.keys(), ...now.keys()])].flatMap((call) => {
    const [was, is] = [old.get(call) ?? none, now.get(call) ?? none];
    if (Math.abs(was.share - is.share) <= was.error + is.error) return [];
    const more = is.share - was.share;
    const sign = more > 0 ? "+" : "−";
    return [[Math.abs(more), element("tr", {}, element("th", { scope: "row" }, call === "no rule" ? call : callElement(call)), ...[percent(was.share), percent(is.share), `${sign}${percent(Math.abs(more)).replace("%", " pp")}`].map((words) => element("td", { class: "number" }, words)))]];
  });
  const title = element("h3", {}, "How often, in the position on view");
  if (!rows.length) return [title, element("p", { class: "soft" }, "Nothing has changed here.")];
  rows.sort((a, b) => b[0] - a[0]);
  const head = ["Call", "before", "now", "change"].map((words, index) => element("th", { scope: "col", class: index ? "number" : null }, words));
  const unit = element("p", { class: "soft small" }, "pp: percentage points, of the hands that can be here.");
  return [title, element("table", { class: "shifts" }, element("thead", {}, element("tr", {}, ...head)), element("tbody", {}, ...rows.map((row) => row[1]))), unit];
}

/** The main differences between a system before and after an edit. */
function changeParts(found, system, visit) {
  const title = element("h3", {}, "What the edit changes");
  if (!found.differences.length) return [title, element("p", { class: "soft" }, `${found.verdict}: ${found.proof}.`)];
  const items = found.differences.map((each) => {
    const side = (rule) => (rule ? [callElement(rule.call), rule.name ? ` (${rule.name})` : ""] : ["no rule"]);
    const often = each.share ? `${percent(each.share.share)} of the hands here` : `${each.boards} boards`;
    const keys = Object.entries(each.keys).map(([key, [was, is]]) => `, ${key}: ${was} → ${is}`);
    const go = element("button", { type: "button", class: "link", onclick: () => visit(system, each.calls, null) }, ...(each.calls.length ? ["after ", callsElement(each.calls)] : ["in first seat"]));
    const look = each.hand ? element("button", { type: "button", class: "link", onclick: () => visit(system, each.calls, each.hand) }, element("code", {}, each.hand)) : null;
    return element("li", {}, go, ": ", ...side(each.old), " → ", ...side(each.new), ...keys, element("span", { class: "soft" }, ` · ${often} · `), look);
  });
  const rest = found.rows - items.length;
  const more = rest > 0 ? `${rest} more; dowager diff lists them all. ` : "";
  const plain = `${more}Found on ${found.boards} random boards at each vulnerability and in the auctions of the rules that differ.`;
  return [title, element("ul", { class: "changes" }, ...items), element("p", { class: "soft small" }, plain)];
}
