// One image that is drawn as its view says, and turned by wheel, drag and pinch.
import { seen } from "./seen.js";

const STEP = 1.25;
const CLICK = 4; // CSS pixels that a pointer may move and still click

export class Stage {
  // `always`: the wheel and one finger are the stage's own; else only Ctrl + wheel, and a finger once it is zoomed.
  constructor(element, image, view, { always = false } = {}) {
    Object.assign(this, { element, image, view, always });
    this.pointers = new Map();
    image.draggable = false;
    element.draggable = false;
    view.addEventListener("change", () => this.draw());
    new ResizeObserver(() => this.measure()).observe(element);
    image.addEventListener("load", () => this.measure());
    element.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    element.addEventListener("pointerdown", (event) => this.down(event));
    element.addEventListener("pointermove", (event) => this.move(event));
    for (const over of ["pointerup", "pointercancel"]) {
      element.addEventListener(over, (event) => this.pointers.delete(event.pointerId));
    }
    element.addEventListener("click", (event) => this.dragged && event.preventDefault());
    this.measure();
  }

  // CSS pixels per pixel of the whole image, also while a smaller copy is shown, when all of it fits.
  get fitting() {
    const { clientWidth: width, clientHeight: height } = this.element;
    const [across, down] = ["width", "height"].map((name) => Number(this.image.getAttribute(name)));
    const { naturalWidth, naturalHeight } = this.image;
    return Math.min(width / (across || naturalWidth), height / (down || naturalHeight));
  }

  // Screen pixels per image pixel, as it is drawn.
  get scale() {
    return this.fitting * this.view.zoom * devicePixelRatio;
  }

  measure() {
    if (!this.image.naturalWidth || !this.element.clientWidth) return;
    const true_ = 1 / (this.fitting * devicePixelRatio);
    this.view.least = Math.min(1, true_);
    this.view.most = 8 * Math.max(1, true_);
    this.view.set(this.view.zoom);
  }

  truePixels() {
    this.view.set(this.view.zoom / this.scale);
  }

  draw() {
    if (!this.image.naturalWidth || !this.element.clientWidth) return;
    const { zoom, x, y } = this.view;
    if (zoom !== 1) this.image.removeAttribute("srcset"); // the whole picture takes its place
    const left = this.element.clientWidth * (0.5 - x * zoom);
    const top = this.element.clientHeight * (0.5 - y * zoom);
    this.image.style.transform = zoom === 1 ? "" : `translate(${left}px, ${top}px) scale(${zoom})`;
    this.image.classList.toggle("pixels", this.scale > 2);
    this.element.classList.toggle("zoomed", zoom !== 1);
    seen.most("largest_zoom", this.scale);
    if (zoom !== 1) seen.set("zoom_used", 1);
  }

  at(event) {
    const box = this.element.getBoundingClientRect();
    return [(event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height];
  }

  wheel(event) {
    if (!this.always && !event.ctrlKey) return;
    event.preventDefault();
    this.view.zoomBy(
      Math.exp(-Math.sign(event.deltaY) * Math.min(0.25, Math.abs(event.deltaY) / 400)),
      ...this.at(event),
    );
  }

  down(event) {
    this.dragged = false;
    if (event.button !== 0 || (!this.always && this.view.zoom === 1)) return;
    this.pointers.set(event.pointerId, event);
    this.element.setPointerCapture(event.pointerId);
  }

  move(event) {
    const before = this.pointers.get(event.pointerId);
    if (!before) return;
    const other = [...this.pointers.values()].find((one) => one.pointerId !== event.pointerId);
    const shares = this.pointers.size;
    const { clientWidth: width, clientHeight: height } = this.element;
    if (other) {
      const apart = (one) =>
        Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY) || 1;
      const [x, y] = this.at(event);
      const [otherX, otherY] = this.at(other);
      this.view.zoomBy(apart(event) / apart(before), (x + otherX) / 2, (y + otherY) / 2);
    }
    const byX = event.clientX - before.clientX;
    const byY = event.clientY - before.clientY;
    if (!this.dragged && !other && Math.hypot(byX, byY) < CLICK) return;
    this.dragged = true;
    this.view.pan(byX / width / shares, byY / height / shares);
    this.pointers.set(event.pointerId, event);
  }
}

// What a key does to a view, or undefined. Arrows move only what is zoomed, so that else the page scrolls.
export function keyAction(key, stage) {
  const { view } = stage;
  const arrows = {
    ArrowLeft: [0.1, 0],
    ArrowRight: [-0.1, 0],
    ArrowUp: [0, 0.1],
    ArrowDown: [0, -0.1],
  };
  if (key in arrows) return view.zoom > 1 ? () => view.pan(...arrows[key]) : undefined;
  return {
    "+": () => view.zoomBy(STEP),
    "=": () => view.zoomBy(STEP),
    "-": () => view.zoomBy(1 / STEP),
    "−": () => view.zoomBy(1 / STEP),
    0: () => view.fit(),
    1: () => stage.truePixels(),
  }[key];
}

// The buttons for a stage's view, and how large it is drawn.
export function startTools(tools, stage) {
  const { view } = stage;
  for (const button of tools.querySelectorAll("[data-zoom-by]")) {
    button.addEventListener("click", () => view.zoomBy(Number(button.dataset.zoomBy)));
  }
  tools.querySelector("[data-zoom-fit]").addEventListener("click", () => view.fit());
  tools.querySelector("[data-zoom-true]").addEventListener("click", () => stage.truePixels());
  const scale = tools.querySelector("[data-zoom-scale]");
  const show = () => {
    if (stage.image.naturalWidth) scale.value = `${Math.round(stage.scale * 100)} %`;
  };
  view.addEventListener("change", show);
  show();
}
