// The answers in the form as plain data: reading them out, and putting others in.
import { answered } from "./panels.js";

const fields = (form) =>
  [...form.elements].filter(
    (field) => field.name && !["hidden", "submit", "button", "fieldset"].includes(field.type),
  );
const asked = (field) => field.type === "radio" || field.type === "checkbox";

// {question key: value} of all that is filled in and open.
export function collect(form) {
  const data = {};
  for (const field of fields(form)) {
    if (field.matches(":disabled") || (asked(field) && !field.checked) || field.value === "")
      continue;
    data[field.name] = field.value;
  }
  return data;
}

export function fill(form, data) {
  for (const field of fields(form)) {
    const value = data[field.name] ?? "";
    if (asked(field)) field.checked = field.value === value;
    else field.value = value;
  }
  // Sections open and sliders move as if it had been typed.
  for (const field of fields(form))
    if (!asked(field)) field.dispatchEvent(new Event("input", { bubbles: true }));
  form.dispatchEvent(new Event("change", { bubbles: true }));
}

export const completed = (form) =>
  [...form.querySelectorAll("[data-panel]:not([hidden])")].filter(answered).length;

export const differing = (one, other) =>
  [...new Set([...Object.keys(one), ...Object.keys(other)])].filter(
    (key) => one[key] !== other[key],
  );

export const same = (one, other) => differing(one, other).length === 0;

// The time of day here; with the date where it is another day's.
export function clock(moment) {
  const date = new Date(moment);
  const time = [date.getHours(), date.getMinutes(), date.getSeconds()]
    .map((part) => String(part).padStart(2, "0"))
    .join(":");
  if (date.toDateString() === new Date().toDateString()) return time;
  return `${date.toLocaleDateString(document.documentElement.lang, { day: "numeric", month: "short" })}, ${time}`;
}
