// A slider and its number field. A slider always has a value; until it is touched or a number is typed, that value means
// nothing: it is not sent, and keys and screen readers find the number field alone, which is empty.
function startSlider(slider) {
  const ticks = [...slider.querySelectorAll("[data-tick]")];
  const number = slider.querySelector("input[type=number]");
  const range = slider.querySelector("input[type=range]");
  slider.querySelector(".slider-track").hidden = false;
  const show = () => {
    const untouched = number.value === "";
    slider.toggleAttribute("data-untouched", untouched);
    range.tabIndex = untouched ? -1 : 0;
    range.ariaHidden = untouched ? "true" : null;
    if (!untouched) range.value = number.value;
    const tick = ticks.find((one) => one.dataset.tick === number.value);
    range.ariaValueText = tick ? tick.textContent.trim() : null;
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
  placeTicks(slider, ticks, Number(range.min), Number(range.max));
  show();
}

// The words at their places along the slider; where they would run into each other, they are a list.
function placeTicks(slider, ticks, low, high) {
  const shares = ticks.map((tick) => (tick.dataset.tick - low) / (high - low));
  for (const [at, tick] of ticks.entries()) {
    const gaps = [shares[at] - shares[at - 1], shares[at + 1] - shares[at]].filter(
      (gap) => gap > 0,
    );
    const part = gaps.length === 1 ? 0.7 : 1;
    tick.style.setProperty("--share", shares[at]);
    tick.style.setProperty("--room", Math.min(...gaps) * part);
  }
  const fit = () => {
    slider.dataset.placed = "";
    slider.toggleAttribute("data-placed", !ticks.some((tick, at) => collides(tick, ticks[at + 1])));
  };
  if (ticks.length) new ResizeObserver(fit).observe(slider);
}

function collides(tick, next) {
  const [own, other] = [tick, next].map((one) => one?.getBoundingClientRect());
  const overlaps = other && own.left < other.right && other.left < own.right;
  return tick.scrollWidth > tick.clientWidth || overlaps;
}

export function start(panel) {
  for (const slider of panel.querySelectorAll("[data-slider]")) startSlider(slider);
}
