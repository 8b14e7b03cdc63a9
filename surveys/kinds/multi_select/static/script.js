// "None of these" and the other boxes of a list exclude each other: the last one ticked stands.
export function start(panel) {
  const none = panel.querySelector("[data-none]");
  panel.addEventListener("change", ({ target }) => {
    if (!none || target.type !== "checkbox" || !target.checked) return;
    for (const box of panel.querySelectorAll("input[type=checkbox]"))
      if ((target === none) !== (box === none)) box.checked = false;
  });
}
