// Images enlarged: one, or several that share a view and are compared.
import { keysOff } from "./keys.js";
import { Stage, startTools } from "./stage.js";
import { View } from "./view.js";

const MODES = { s: "side", f: "same", d: "difference" };

export class Lightbox {
  view = new View();
  all = [];

  // `onKeys` lets keys of a place act on a stage.
  constructor(box, onKeys) {
    this.box = box;
    this.stages = box.querySelector(".lightbox-stages");
    this.compare = box.querySelector("[data-compare]");
    this.shown = box.querySelector("[data-compare-shown]");
    for (const element of this.stages.children) this.add(element);
    startTools(box.querySelector("[data-zoom-tools]"), this.all[0]);
    // For a moment after it closed the focus is still inside: keys are the page's again.
    onKeys(box, this.all[0], () => box.open);
    for (const button of this.compare.querySelectorAll("button")) {
      button.addEventListener("click", () => this.choose(button.dataset.compareAs));
    }
    box.addEventListener("keydown", (event) => {
      const mode = MODES[event.key];
      if (!mode || !box.open || this.count < 2 || keysOff()) return;
      if (!event.ctrlKey && !event.metaKey && !event.altKey) this.choose(mode);
    });
    box.querySelector("[data-close]").addEventListener("click", () => box.close());
  }

  add(element) {
    const image = element.querySelector("img");
    this.all.push(new Stage(element, image, this.view, { always: true }));
  }

  room(count) {
    while (this.all.length < count) {
      const element = this.stages.firstElementChild.cloneNode(true);
      this.stages.append(element);
      this.add(element);
    }
  }

  open(links, first, mode = "side") {
    this.count = links.length;
    this.room(this.count);
    this.titles = links.map((link) => link.querySelector("img").alt);
    for (const [number, { element, image }] of this.all.entries()) {
      element.hidden = number >= this.count;
      if (element.hidden) continue;
      image.src = links[number].href;
      image.alt = this.titles[number];
    }
    this.compare.hidden = this.count < 2;
    this.on = first;
    this.box.showModal();
    this.show(mode);
    this.view.fit();
    this.stages.focus();
  }

  // Choosing "same place" once more shows the next image, and of three or more "difference" the next two.
  choose(mode) {
    const again = this.stages.dataset.mode === mode;
    if (again && (mode === "same" || (mode === "difference" && this.count > 2)))
      this.on = this.next;
    this.show(mode);
  }

  get next() {
    return (this.on + 1) % this.count;
  }

  show(mode) {
    const visible = { same: [this.on], difference: [this.on, this.next] }[mode];
    this.stages.dataset.mode = this.count > 1 ? mode : "one";
    for (const [number, { element }] of this.all.entries()) {
      element.toggleAttribute("data-off", visible !== undefined && !visible.includes(number));
      element.toggleAttribute("data-top", mode === "difference" && number === Math.max(...visible));
    }
    const named = mode === "same" || (mode === "difference" && this.count > 2);
    this.shown.value = named ? visible.map((number) => this.titles[number]).join(" − ") : "";
    for (const button of this.compare.querySelectorAll("button")) {
      button.setAttribute("aria-pressed", button.dataset.compareAs === mode);
    }
  }
}
