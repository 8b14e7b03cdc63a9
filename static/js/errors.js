// What was wrong with an answer is said until it is answered anew; the summary goes with the last of it.
import { abstained, filled } from "./panels.js";

function mend(wrong) {
  const { id } = wrong.matches("[data-question]") ? wrong : wrong.querySelector("[id]:not(.error)");
  wrong.classList.remove("wrong");
  wrong.querySelector(".error")?.remove();
  wrong.removeAttribute("aria-describedby");
  const summary = document.getElementById("error-summary");
  const entry = summary?.querySelector(`a[href="#${CSS.escape(id)}"]`)?.closest("li");
  if (!entry) return;
  entry.classList.add("mended");
  if (!summary.querySelector("li:not(.mended)")) summary.remove();
}

export function startErrors(form) {
  const look = ({ target }) => {
    const own = target.closest(".wrong");
    if (own && filled(own)) mend(own);
    const panel = target.closest("[data-panel]");
    if (abstained(panel)) for (const wrong of panel.querySelectorAll(".wrong")) mend(wrong);
  };
  form.addEventListener("input", look);
  form.addEventListener("change", look);
}
