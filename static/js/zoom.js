// The images of a page, zoomed where they stand and enlarged; two of them share one view and can be compared.
import { keysAllowed, keysOff } from "./keys.js";
import { keyAction, Stage, startTools } from "./stage.js";
import { View } from "./view.js";

// Digits answer questions there, so only + and − and the arrows belong to an image on the page.
const INLINE = (key) => !/^[01]$/.test(key);

function onKeys(element, stage, wanted = () => true) {
  element.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !wanted(event.key)) return;
    if (event.key.length === 1 && keysOff()) return;
    const action = keyAction(event.key, stage);
    if (!action) return;
    event.preventDefault();
    event.stopPropagation();
    action();
  });
}

// `place` holds the images that share a view, and the buttons for it.
function startInline(links, place) {
  const view = new View();
  const stages = links.map((link) => new Stage(link, link.querySelector("img"), view));
  for (const [number, link] of links.entries()) onKeys(link, stages[number], INLINE);
  const tools = place.querySelector("[data-zoom-tools]");
  tools.hidden = false;
  startTools(tools, stages[0]);
}

class Lightbox {
  constructor(box) {
    this.box = box;
    this.stages = box.querySelector(".lightbox-stages");
    this.compare = box.querySelector("[data-compare]");
    this.shown = box.querySelector("[data-compare-shown]");
    const view = new View();
    this.all = [...this.stages.children].map(
      (element) => new Stage(element, element.querySelector("img"), view, { always: true }),
    );
    this.view = view;
    startTools(box.querySelector("[data-zoom-tools]"), this.all[0]);
    // For a moment after it closed the focus is still inside: keys are the page's again.
    onKeys(box, this.all[0], () => box.open);
    for (const button of this.compare.querySelectorAll("button")) {
      button.addEventListener("click", () => this.choose(button.dataset.compareAs));
    }
    box.addEventListener("keydown", (event) => {
      const mode = { s: "side", f: "same", d: "difference" }[event.key];
      if (
        mode &&
        box.open &&
        this.pair &&
        !keysOff() &&
        !event.ctrlKey &&
        !event.metaKey &&
        !event.altKey
      )
        this.choose(mode);
    });
    box.querySelector("[data-close]").addEventListener("click", () => box.close());
  }

  async open(links, first) {
    this.pair = links.length > 1;
    this.titles = links.map((link) => link.querySelector("img").alt);
    links.forEach((link, number) => {
      const { image } = this.all[number];
      image.src = link.href;
      image.alt = this.titles[number];
    });
    this.stages.children[1].hidden = !this.pair;
    this.compare.hidden = !this.pair;
    this.on = first;
    this.box.showModal();
    this.show("side");
    this.view.fit();
    this.stages.focus();
  }

  // Choosing "same place" once more shows the other image.
  choose(mode) {
    if (mode === "same" && this.stages.dataset.mode === "same") this.on = 1 - this.on;
    this.show(mode);
  }

  show(mode) {
    this.stages.dataset.mode = this.pair ? mode : "one";
    this.stages.dataset.on = this.on + 1;
    this.shown.value = mode === "same" ? this.titles[this.on] : "";
    for (const button of this.compare.querySelectorAll("button")) {
      button.setAttribute("aria-pressed", button.dataset.compareAs === mode);
    }
  }
}

export function startZoom(signal) {
  const box = document.getElementById("lightbox");
  const openers = [...document.querySelectorAll("[data-zoom-open]")];
  if (!box || !openers.length) return;
  const lightbox = new Lightbox(box);
  const groups = new Map();
  for (const opener of openers) {
    const group = opener.closest("[data-zoom-group]") ?? opener.closest("[data-zoom]");
    groups.set(group, [...(groups.get(group) ?? []), opener]);
  }
  for (const [place, links] of groups) {
    const pair = links.slice(0, 2);
    startInline(links, place);
    for (const [number, link] of links.entries()) {
      link.addEventListener("click", (event) => {
        if (event.defaultPrevented) return; // it was a drag
        event.preventDefault();
        if (number < 2) lightbox.open(pair, number);
        else lightbox.open([link], 0);
      });
    }
  }
  document.addEventListener(
    "keydown",
    (event) => {
      if (event.key === "z" && keysAllowed(event)) openers[0].click();
    },
    { signal },
  );
}
