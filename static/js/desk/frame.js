// Keys of every page of the desk: `g` and a letter goes to an area, `n` begins a batch, `/` searches, `?` lists the keys.

const OFF = "rateroom-desk-keys-off";
const LONGEST_PAUSE = 1500; // ms between `g` and its letter

const list = document.getElementById("desk-keys");
const off = document.getElementById("desk-keys-off");
const field = document.getElementById("bar-find");
let goingUntil = 0;

const isTyping = (target) =>
  target.isContentEditable || target.closest("textarea, select, input, [contenteditable]");

off.checked = localStorage.getItem(OFF) === "yes";
off.addEventListener("change", () => localStorage.setItem(OFF, off.checked ? "yes" : "no"));

const search = (link) => {
  if (field.checkVisibility()) field.focus();
  else link.click();
};

const controlFor = (key) => {
  if (performance.now() < goingUntil) return list.querySelector(`[data-go="${CSS.escape(key)}"]`);
  return list.querySelector(`[data-frame-key="${CSS.escape(key)}"]`);
};

// Before the keys of a page, so that the letter after `g` is not taken for one of them.
document.addEventListener(
  "keydown",
  (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || event.repeat) return;
    if (event.key === "Shift" || off.checked || isTyping(event.target)) return;
    if (document.querySelector(":popover-open, dialog[open]")) return;
    const control = controlFor(event.key);
    const isGoing = performance.now() < goingUntil;
    goingUntil = event.key === "g" && !isGoing ? performance.now() + LONGEST_PAUSE : 0;
    if (event.key === "?") list.showPopover();
    else if (control && event.key === "/") search(control);
    else if (control) control.click();
    else if (!isGoing && event.key !== "g") return;
    event.preventDefault();
    event.stopImmediatePropagation();
  },
  true,
);
