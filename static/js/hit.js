// The HIT page: every part works on the plain form, and the form works without any of them.
import { startActive } from "./active.js";
import { say } from "./announcing.js";
import { startDeadline } from "./deadline.js";
import { startDifferences } from "./differences.js";
import { startDrafts } from "./drafts.js";
import { startErrors } from "./errors.js";
import { startKeys } from "./keys.js";
import { startPages } from "./pages.js";
import { startPanels } from "./panels.js";
import { startPlaying } from "./playing.js";
import { startPrefetching } from "./prefetching.js";
import { startSeen } from "./seen.js";
import { startSending } from "./sending.js";
import { startShown } from "./shown.js";
import { putIn, readPage } from "./swapping.js";
import { startWriting } from "./writing.js";
import { startZoom } from "./zoom.js";

function startOpeners() {
  for (const opener of document.querySelectorAll("[data-open]")) {
    opener.hidden = false;
    opener.addEventListener("click", (event) => {
      event.preventDefault();
      document.getElementById(opener.dataset.open).showModal();
    });
  }
}

// The own script of a section kind or of a block, loaded where it is on the page.
async function startPart(part, signal) {
  const { start } = await import(part.dataset.script);
  if (!signal.aborted) start(part, signal);
}

function guardDoubleSubmit(form, signal) {
  const button = form.querySelector("button[value=submit]");
  let sent = false;
  form.addEventListener("submit", (event) => {
    if (sent) event.preventDefault();
    sent = true;
    button?.setAttribute("aria-disabled", "true");
  });
  // Back from the next page: the form is a fresh one again.
  addEventListener(
    "pageshow",
    () => {
      sent = false;
      button?.removeAttribute("aria-disabled");
    },
    { signal },
  );
}

// Stopping for now, and reporting, save what is filled in against the revision that the page knows by then.
function stopWithWhatIsKnown(form) {
  for (const action of ["break", "report"]) {
    const button = document.querySelector(`button[name=action][value^=${action}]`);
    button?.addEventListener("click", () => {
      button.value = `${action} ${form.dataset.revision}`;
    });
  }
}

// Answers that would be lost are asked about; without a script the server does.
function askBeforeGivingBack(form) {
  document.querySelector("[data-give-back]")?.addEventListener("click", (event) => {
    const own = [...form.elements].filter(
      (field) => field.name && !field.matches("button, [type=hidden]"),
    );
    if (
      !own.some((field) =>
        field.matches("[type=radio], [type=checkbox]") ? field.checked : field.value,
      )
    )
      return;
    event.preventDefault();
    document.getElementById("give-back").showModal();
  });
}

let life;

// Everything on the page begins here, and what listens beyond the page's own elements ends with the signal.
function start() {
  life = new AbortController();
  const { signal } = life;
  const form = document.getElementById("answers");
  startOpeners();
  startShown();
  for (const part of document.querySelectorAll("[data-script]")) startPart(part, signal);
  if (form) {
    stopWithWhatIsKnown(form);
    askBeforeGivingBack(form);
    startSeen(form, signal);
    startPanels(form);
    startPages(form, signal);
    startErrors(form);
    startKeys(form, signal);
    startActive(form, { signal });
    startWriting(form, { signal });
    startDeadline(form, { signal });
    const summary = document.getElementById("error-summary");
    summary?.focus({ preventScroll: true });
    summary?.scrollIntoView({ block: "start" }); // a long one by its heading
  }
  startZoom(signal);
  startPlaying(form, signal);
  startDifferences(signal);
  if (form && form.dataset.draft === undefined) guardDoubleSubmit(form, signal);
  if (form?.dataset.draft === undefined) return;
  if (form.dataset.draft) startDrafts(form, { signal });
  startSending(form, signal, go);
  if (form.dataset.draft) startPrefetching(signal);
}

// The page that came with a reply: this HIT's with what is wrong, or the next one's at `path`.
function go(html, path) {
  const page = readPage(html);
  if (!page) return false;
  life.abort();
  putIn(page, path);
  start();
  if (path) {
    scrollTo({ top: 0, behavior: "instant" });
    const title = document.querySelector("h1");
    title.tabIndex = -1;
    title.focus({ preventScroll: true });
    // A moment later: only what changes in a region that is there already is read out.
    const { signal } = life;
    setTimeout(() => signal.aborted || say("moved"), 200);
  }
  return true;
}

start();
