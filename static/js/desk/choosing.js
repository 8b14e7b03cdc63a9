// Ticking every row of a page at once; without a script each is ticked by itself.

for (const button of document.querySelectorAll("[data-choose-all]")) {
  button.hidden = false;
  button.addEventListener("click", () => {
    const boxes = [...button.form.querySelectorAll('input[name="chosen"]')];
    const ticked = boxes.every((box) => box.checked);
    for (const box of boxes) box.checked = !ticked;
  });
}
