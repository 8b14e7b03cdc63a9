// The sum of the entries' scores as it grows: an entry counts when each of its steps is answered yes.
export function start(panel, signal) {
  const total = panel.querySelector("[data-total]");
  if (!total) return;
  const value = total.querySelector("[data-total-value]");
  const isScored = (entry) =>
    [...entry.querySelectorAll("fieldset")].every(
      (step) => step.querySelector("input:checked")?.value === "1",
    );
  const show = () => {
    const sum = [...panel.querySelectorAll("[data-entry]")].filter(isScored).length;
    if (value.textContent !== String(sum)) value.textContent = sum;
  };
  total.hidden = false;
  // On the form: a draft that is put back tells it there.
  (panel.closest("form") ?? panel).addEventListener("change", show, { signal });
  show();
}
