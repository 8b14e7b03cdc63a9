// How often text is pasted, and the page left, while a text is being written: counts only, which the page tells of.
import { seen } from "./seen.js";

const TEXTS = "textarea, input[type=text]";

export function startWriting(form, { signal } = {}) {
  if (!form.dataset.person) return; // a page that stores nothing
  if (!form.querySelector(TEXTS)) return;
  // So that a HIT without any tells itself from one where nothing was noted.
  for (const name of ["pastes", "times_away"]) seen.add(name, 0);
  form.addEventListener("paste", (event) => {
    if (event.target.matches(TEXTS)) seen.add("pastes");
  });
  document.addEventListener(
    "visibilitychange",
    () => {
      const writes = form.contains(document.activeElement) && document.activeElement.matches(TEXTS);
      if (document.hidden && writes) seen.add("times_away");
    },
    { signal },
  );
}
