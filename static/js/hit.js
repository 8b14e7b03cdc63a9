// The HIT page: every part works on the plain form, and the form works without any of them.
import { startDifferences } from "./differences.js";
import { startDrafts } from "./drafts.js";
import { startKeys } from "./keys.js";
import { startPanels } from "./panels.js";
import { startSeen } from "./seen.js";
import { startVideos } from "./video.js";
import { startZoom } from "./zoom.js";

const form = document.getElementById("answers");

for (const opener of document.querySelectorAll("[data-open]")) {
  opener.hidden = false;
  opener.addEventListener("click", (event) => {
    event.preventDefault();
    document.getElementById(opener.dataset.open).showModal();
  });
}

function startSliders() {
  for (const slider of form.querySelectorAll("[data-slider]")) {
    const number = slider.querySelector("input[type=number]");
    const range = slider.querySelector("input[type=range]");
    slider.querySelector(".slider-track").hidden = false;
    // A slider always has a value; until it is touched or a number is typed, that value means nothing and is not sent.
    const show = () => {
      slider.toggleAttribute("data-untouched", number.value === "");
      if (number.value !== "") range.value = number.value;
    };
    const take = () => {
      number.value = range.value;
      number.dispatchEvent(new Event("input", { bubbles: true }));
    };
    range.addEventListener("input", take);
    range.addEventListener("click", take);
    number.addEventListener("input", show);
    show();
  }
}

function startCountdown() {
  const place = document.querySelector("[data-deadline]");
  if (!place) return;
  const text = place.textContent;
  const show = () => {
    const left = Math.max(0, Number(place.dataset.deadline) - Date.now() / 1000);
    const minutes = Math.floor(left / 60);
    place.textContent = minutes < 600 ? `${minutes}:${String(Math.floor(left % 60)).padStart(2, "0")}` : text;
  };
  place.title = text;
  show();
  setInterval(show, 1000);
}

function guardDoubleSubmit() {
  const button = form.querySelector("button[value=submit]");
  let sent = false;
  form.addEventListener("submit", (event) => {
    if (sent) event.preventDefault();
    sent = true;
    button?.setAttribute("aria-disabled", "true");
  });
  // Back from the next page: the form is a fresh one again.
  addEventListener("pageshow", () => {
    sent = false;
    button?.removeAttribute("aria-disabled");
  });
}

// Stopping for now saves what is filled in against the revision that the page knows by then.
function stopWithWhatIsKnown() {
  const button = document.querySelector("button[name=action][value^=break]");
  button?.addEventListener("click", () => (button.value = `break ${form.dataset.revision}`));
}

if (form) {
  stopWithWhatIsKnown();
  startSeen(form);
  startSliders();
  startPanels(form);
  startKeys(form);
  startCountdown();
  guardDoubleSubmit();
  if (form.dataset.draft) startDrafts(form);
  document.getElementById("error-summary")?.focus();
}
startZoom();
startVideos(form);
startDifferences();
