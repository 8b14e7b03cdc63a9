// A slider and its number field. A slider always has a value; until it is touched or a number is typed, that value means
// nothing and is not sent.
function startSlider(slider) {
  const number = slider.querySelector("input[type=number]");
  const range = slider.querySelector("input[type=range]");
  slider.querySelector(".slider-track").hidden = false;
  const show = () => {
    slider.toggleAttribute("data-untouched", number.value === "");
    if (number.value !== "") range.value = number.value;
  };
  const take = () => {
    number.value = range.value;
    number.dispatchEvent(new Event("input", { bubbles: true }));
  };
  range.addEventListener("input", take);
  range.addEventListener("click", take);
  number.addEventListener("input", show);
  show();
}

export function start(panel) {
  for (const slider of panel.querySelectorAll("[data-slider]")) startSlider(slider);
}
