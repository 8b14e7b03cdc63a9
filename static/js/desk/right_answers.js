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

// The page of the HIT can be used before its last picture is there: what was answered until then
// counts too.
function follow() {
  const hit = frame.contentDocument;
  for (const control of hit.querySelectorAll("input, textarea")) {
    const changed = control.checked !== control.defaultChecked;
    if (changed || control.value !== control.defaultValue) accept(control);
  }
  hit.addEventListener("change", ({ target }) => accept(target));
}
frame.addEventListener("load", follow);
if (frame.contentDocument?.readyState === "complete") follow();
