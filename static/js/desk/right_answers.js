// An answer given in the page of the HIT becomes the accepted one in the form next to it.

const frame = document.querySelector("[data-answers]");
const known = document.getElementById("known");

function accept({ name, value: given, type, checked }) {
  const value = type === "checkbox" && !checked ? "0" : given;
  const fields = known.querySelectorAll(`[name="accepted-${CSS.escape(name)}"]`);
  for (const field of fields) {
    if (field.type === "checkbox") field.checked = field.value === value;
    else field.value = value;
  }
  if (fields.length) fields[0].dispatchEvent(new Event("change", { bubbles: true }));
}

const follow = () =>
  frame.contentDocument.addEventListener("change", ({ target }) => accept(target));
frame.addEventListener("load", follow);
if (frame.contentDocument?.readyState === "complete") follow();
