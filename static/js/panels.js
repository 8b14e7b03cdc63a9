// Sections that open in order, and sections and checklist steps that an answer opens.

export const CHOICES = "input:is([type=radio], [type=checkbox])";

export function filled(question) {
  const choices = question.querySelectorAll(CHOICES);
  if (choices.length) return [...choices].some((choice) => choice.checked);
  const field = question.querySelector("textarea, select, input[type=number]");
  return !field || field.value.trim() !== "";
}

const reasonIn = (panel) => panel?.querySelector("[data-cannot-judge] textarea");

// Is it said why the section cannot be judged? Then nothing else of it is asked.
export const abstained = (panel) => Boolean(reasonIn(panel)?.value.trim());

// A field of a section that another answer closes.
export const closed = (field) => Boolean(field.closest("[data-panel][hidden]"));

const asked = (panel) =>
  panel.hidden || abstained(panel)
    ? []
    : [...panel.querySelectorAll("[data-question]:not([data-closed])")];

export const answered = (panel) => asked(panel).every(filled);

// What may be left out holds nothing up.
const done = (panel) =>
  asked(panel).every((question) => "optional" in question.dataset || filled(question));

function opens(form, { gate, opens: values, low, high }) {
  const named = [...form.querySelectorAll(`[name="${CSS.escape(gate)}"]`)];
  const field = named.find((one) => !one.matches(CHOICES) || one.checked);
  if (!field?.value.trim() || field.matches(":disabled") || closed(field)) return false;
  if (abstained(field.closest("[data-panel]"))) return false;
  const value = Number(field.value);
  if (low !== undefined) return value >= Number(low) && value <= Number(high);
  return values.split(" ").map(Number).includes(value);
}

function openGates(form) {
  for (const gated of form.querySelectorAll("[data-gate]")) {
    const open = opens(form, gated.dataset);
    // A closed section keeps its answers: opening it brings them back.
    if ("panel" in gated.dataset) gated.hidden = !open;
    else {
      gated.toggleAttribute("data-closed", !open);
      gated.disabled = !open;
    }
  }
  for (const note of form.querySelectorAll("[data-gate-note]")) note.hidden = true;
  for (const [place, panel] of form.querySelectorAll("[data-panel]:not([hidden])").entries()) {
    const number = panel.querySelector(".number");
    if (number) number.textContent = place + 1;
  }
}

function openInOrder(form) {
  let open = true;
  for (const panel of form.querySelectorAll("[data-panel][data-ordered]")) {
    // What was opened once stays open, and what has an error is always in view.
    if (open || panel.querySelector(".wrong")) panel.dataset.opened = "";
    panel.toggleAttribute("data-closed", !("opened" in panel.dataset));
    open = open && done(panel);
  }
}

function clear(field) {
  if (field.matches(CHOICES)) field.checked = false;
  else field.value = "";
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

// A section is answered or cannot be judged: what was filled in last replaces the other.
function keepOne({ target }) {
  const panel = target.closest("[data-panel]");
  if (!abstained(panel)) return;
  const reason = reasonIn(panel);
  const isFilled = target.matches(CHOICES) ? target.checked : target.value?.trim();
  if (target === reason)
    for (const field of panel.querySelectorAll("[name]")) field === reason || clear(field);
  else if (isFilled) clear(reason);
}

export function startPanels(form) {
  const refresh = (event) => {
    if (event) keepOne(event);
    openGates(form);
    openInOrder(form);
  };
  form.addEventListener("input", refresh);
  form.addEventListener("change", refresh);
  refresh();
}
