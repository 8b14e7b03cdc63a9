// A slider and its number field. A slider always has a value; until it is touched or a number is typed, that value means
// nothing: it is not sent, and keys and screen readers find the number field alone, which is empty.
function startSlider(slider) {
  const number = slider.querySelector("input[type=number]");
  const range = slider.querySelector("input[type=range]");
  slider.querySelector(".slider-track").hidden = false;
  const show = () => {
    const untouched = number.value === "";
    slider.toggleAttribute("data-untouched", untouched);
    range.tabIndex = untouched ? -1 : 0;
    range.ariaHidden = untouched ? "true" : null;
    if (!untouched) range.value = number.value;
  };
  const take = () => {
    number.value = range.value;
    number.dispatchEvent(new Event("input", { bubbles: true }));
  };
  range.addEventListener("input", take);
  range.addEventListener("click", take);
  // The first arrow key starts from the middle: at either end it would be an anchor.
  number.addEventListener("keydown", (event) => {
    if (number.value !== "" || !/^Arrow(Up|Down)$/.test(event.key)) return;
    event.preventDefault();
    number.value = Math.round((Number(number.min) + Number(number.max)) / 2);
    number.dispatchEvent(new Event("input", { bubbles: true }));
  });
  number.addEventListener("input", show);
  show();
}

export function start(panel) {
  for (const slider of panel.querySelectorAll("[data-slider]")) startSlider(slider);
}
