"use strict";
(() => {
  const $ = (id) => document.getElementById(id);
  const find = $("find"), hits = $("hits"), menu = $("menu");
  const all = (what, within = document) => [...within.querySelectorAll(what)];
  const narrow = matchMedia("(max-width: 60rem)");
  if (narrow.matches) menu.open = false;

  // One row of a position or of a section: the calls that lead to it, and its words.
  let rows = null;
  const plain = (text) => text.toLowerCase().replace(/\s+/g, " ");
  const bare = (path) => " " + path.replace(/[()]/g, "").replace(/\bnt\b/g, "nt") + " ";
  const gather = () => all("details.pos, details.sec").flatMap((box) => {
    const path = box.dataset.path ?? "";
    return all(":scope > table > tbody > tr", box).map((row) => ({
      row, box,
      path: bare((path + " " + (row.dataset.c ?? "")).trim()),
      text: plain(box.dataset.path === undefined ? box.querySelector("summary").textContent + " " + row.textContent : row.textContent),
    }));
  });

  const CALL = /^\(?([1-7](nt?|[cdhs♣♦♥♠])|p|pass|x|xx)\)?$/;
  const LETTERS = { "♣": "c", "♦": "d", "♥": "h", "♠": "s" };
  const call = (word) => word.replace(/[()]/g, "").replace(/[♣♦♥♠]/, (s) => LETTERS[s]).replace(/^([1-7])n$/, "$1nt").replace(/^pass$/, "p");
  const parse = (query) => {
    const words = plain(query).replace(/[–-]/g, " ").split(/[ ,]+/).filter(Boolean);
    const bids = words.filter((word) => CALL.test(word)).map(call);
    return { run: bids.length ? " " + bids.join(" ") + " " : "", words: words.filter((word) => !CALL.test(word)) };
  };

  let before = null;
  const restore = () => {
    all(".out").forEach((one) => { one.hidden = false; one.classList.remove("out"); });
    all(".hit").forEach((one) => one.classList.remove("hit"));
    if (before) before.forEach((open, box) => { box.open = open; });
    before = null;
    hits.textContent = "";
  };
  const hide = (one) => { one.hidden = true; one.classList.add("out"); };

  const search = () => {
    const { run, words } = parse(find.value);
    const kept = before;
    if (!run && !words.length) { restore(); return; }
    rows ??= gather();
    if (!kept) before = new Map(all("details.pos, details.sec, details.defs").map((box) => [box, box.open]));
    all(".out").forEach((one) => { one.hidden = false; one.classList.remove("out"); });
    const boxes = new Set();
    let count = 0;
    // Calls are the beginning of an auction; if no auction begins so, they may stand within one.
    const from = rows.some((one) => one.path.startsWith(run)) ? "startsWith" : "includes";
    for (const one of rows) {
      const fits = (!run || one.path[from](run)) && words.every((word) => one.text.includes(word));
      one.row.classList.toggle("hit", fits && words.length > 0);
      if (!fits) { hide(one.row); continue; }
      count += 1;
      for (let box = one.box; box; box = box.parentElement.closest("details.pos, details.sec")) boxes.add(box);
    }
    for (const box of before.keys()) {
      if (!boxes.has(box)) { hide(box); continue; }
      box.open = true;
      const table = box.querySelector(":scope > table");
      if (table && !table.querySelector("tbody > tr:not(.out)")) all(":scope > table, :scope > .note", box).forEach(hide);
    }
    all("main section").reverse().forEach((part) => {
      if (part.querySelector("details.pos, details.sec") && !part.querySelector("details.pos:not(.out), details.sec:not(.out)")) hide(part);
    });
    all("#approach, #reading, #slam, #carding, #index, main > header").forEach(hide);
    hits.textContent = count === 0 ? "Nothing found" : count === 1 ? "1 call" : count + " calls";
  };
  let timer = 0;
  find.addEventListener("input", () => { clearTimeout(timer); timer = setTimeout(search, 150); });
  find.addEventListener("keydown", (event) => {
    if (event.key === "Escape") { find.value = ""; search(); }
    if (event.key === "Enter" && narrow.matches) menu.open = false;
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "/" && document.activeElement !== find) { event.preventDefault(); menu.open = true; find.focus(); }
  });

  const unfold = (open) => all("details.pos").forEach((box) => { if (!box.hidden) box.open = open; });
  $("unfold").addEventListener("click", () => unfold(true));
  $("fold").addEventListener("click", () => unfold(false));

  const reveal = () => {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (!target) return;
    if (target.hidden || target.closest(".out")) { find.value = ""; restore(); }
    for (let box = target.closest("details"); box; box = box.parentElement.closest("details")) box.open = true;
    target.scrollIntoView();
  };
  addEventListener("hashchange", reveal);
  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[href^='#']");
    if (!link) return;
    if (narrow.matches && link.closest("#menu")) menu.open = false;
    if (link.hash === location.hash) reveal();
  });
  reveal();

  const root = document.documentElement;
  try { if (localStorage.theme) root.dataset.theme = localStorage.theme; } catch { /* no storage for files */ }
  $("theme").addEventListener("click", () => {
    const dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
    root.dataset.theme = dark ? "light" : "dark";
    try { localStorage.theme = root.dataset.theme; } catch { /* no storage for files */ }
  });
})();
