// Digits answer the section in focus, Ctrl+Enter submits, letters open dialogs. Never while a person types.
import { abstained, CHOICES, filled } from "./panels.js";

const OFF = "rateroom-keys-off";
const typing = (target) =>
  target.closest(
    "textarea, select, [contenteditable], input:not([type=radio], [type=checkbox], [type=button], [type=range])",
  );

export const keysOff = () => document.getElementById("keys-off")?.checked ?? false;

// May a single-letter or number key do something now?
export const keysAllowed = (event) =>
  !(event.ctrlKey || event.metaKey || event.altKey || event.isComposing || typing(event.target)) &&
  !keysOff() &&
  !document.querySelector("dialog[open]");

const shown = (form) =>
  [...form.querySelectorAll("[data-question]")].filter(
    (question) => question.offsetParent && !question.closest("[inert], details:not([open])"),
  );
const isLeftOut = (question) => abstained(question.closest("[data-panel]"));
const isAnswered = (question) => isLeftOut(question) || question.querySelector("input:checked");

// What comes after a page's last question.
const onward = (form) => form.querySelector("[data-next]:not([hidden]), [value=submit]");

function current(form) {
  const focused = document.activeElement?.closest("[data-question]");
  const askable = shown(form).filter((question) => question.querySelector(CHOICES));
  return askable.includes(focused) ? focused : askable.find((question) => !isAnswered(question));
}

// A list takes several digits; 0 is for none of them.
function tick(boxes, digit) {
  const list = boxes.filter((box) => !("none" in box.dataset));
  const box = digit === "0" ? boxes.find((one) => !list.includes(one)) : list[digit - 1];
  box?.focus();
  box?.click();
  return Boolean(box);
}

function answer(form, digit) {
  const question = current(form);
  const boxes = question?.querySelectorAll("input[type=checkbox]") ?? [];
  if (boxes.length) return tick([...boxes], digit);
  const radios = [...(question?.querySelectorAll("input[type=radio]") ?? [])];
  const radio = radios.find((one) => one.value === digit);
  if (!radio) return false;
  radio.checked = true;
  radio.dispatchEvent(new Event("change", { bubbles: true }));
  const all = shown(form);
  const next = all
    .slice(all.indexOf(question) + 1)
    .find((one) => !("optional" in one.dataset && one.querySelector("textarea")));
  const target = next
    ? next.querySelector("input[type=radio]:checked, input, textarea")
    : onward(form);
  // A text field takes the focus only when the person goes there: digits would be typed into it. Tab leads to it.
  if (target?.matches("textarea, input[type=number]")) radio.focus();
  else target?.focus();
  (next ?? target)?.scrollIntoView({ block: "nearest" });
  return true;
}

// To the first question that is not answered: past all that stands before the form.
function goToNext(form) {
  const next = shown(form).find(
    (question) => !("optional" in question.dataset) && !filled(question) && !isLeftOut(question),
  );
  const target =
    next?.querySelector("[role=option][tabindex='0'], input, select, textarea") ?? onward(form);
  target.focus();
}

export function startKeys(form, signal) {
  const off = document.getElementById("keys-off");
  off.checked = localStorage.getItem(OFF) === "1";
  const print = () => document.documentElement.toggleAttribute("data-keys-off", off.checked);
  off.addEventListener("change", () => {
    localStorage.setItem(OFF, off.checked ? "1" : "0");
    print();
  });
  print();
  const dialogs = { "?": "keys", i: "instructions" };
  document.addEventListener(
    "keydown",
    (event) => {
      if (document.querySelector("dialog[open]")) return;
      if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
        event.preventDefault();
        form.requestSubmit(form.querySelector("button[value=submit]"));
        return;
      }
      if (!keysAllowed(event)) return;
      if (/^[0-9]$/.test(event.key)) {
        if (answer(form, event.key)) event.preventDefault();
      } else if (event.key === "n") {
        event.preventDefault();
        goToNext(form);
      } else if (event.key in dialogs) {
        event.preventDefault();
        document.getElementById(dialogs[event.key]).showModal();
      }
    },
    { signal },
  );
}
