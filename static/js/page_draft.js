// What is filled in on a page around the work, in this browser's own store, until the page is done: it has no draft on the
// server, since what people tell of themselves is stored only when they send it.
import { say } from "./announcing.js";
import { collect, fill } from "./answers.js";

const PREFIX = "rateroom-page:";
const LONGEST = 3 * 24 * 3600 * 1000;

function store(key, data, sent) {
  try {
    localStorage.setItem(key, JSON.stringify({ data, sent, at: Date.now() }));
  } catch {
    // a forbidden store keeps nothing
  }
}

function read(key) {
  try {
    return JSON.parse(localStorage.getItem(key));
  } catch {
    return null;
  }
}

// Another page came after one that was sent: the server has it.
export function forgetDone(except = "") {
  try {
    for (const key of Object.keys(localStorage).filter((name) => name.startsWith(PREFIX))) {
      const kept = read(key);
      const done = !kept || kept.sent || Date.now() - kept.at > LONGEST;
      if (done && key !== except) localStorage.removeItem(key);
    }
  } catch {
    // a forbidden store holds nothing
  }
}

function start(form) {
  const key = PREFIX + form.dataset.pageDraft;
  forgetDone(key);
  const kept = read(key);
  // What the server shows is newer: it has just looked at it.
  if (kept && Object.keys(collect(form)).length === 0) fill(form, kept.data);
  const keep = () => store(key, collect(form), false);
  form.addEventListener("input", keep);
  form.addEventListener("change", keep);
  form.addEventListener("submit", (event) => {
    // What waits for the network is not sent: any other page would forget it.
    store(key, collect(form), navigator.onLine);
    if (navigator.onLine) return;
    event.preventDefault();
    say("away");
    addEventListener("online", () => form.requestSubmit(event.submitter), { once: true });
  });
}

const form = document.querySelector("[data-page-draft]");
if (form) start(form);
