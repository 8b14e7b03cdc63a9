// The images of a page, zoomed where they stand and enlarged; those of a group share one view and can be compared.
import { keysAllowed, keysOff } from "./keys.js";
import { Lightbox } from "./lightbox.js";
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

export function startZoom(signal) {
  const box = document.getElementById("lightbox");
  const openers = [...document.querySelectorAll("[data-zoom-open]")];
  if (!box || !openers.length) return;
  const lightbox = new Lightbox(box, onKeys);
  const groups = new Map();
  for (const opener of openers) {
    const group = opener.closest("[data-zoom-group]") ?? opener.closest("[data-zoom]");
    groups.set(group, [...(groups.get(group) ?? []), opener]);
  }
  let flick; // opens the first pictures that can be compared, one at the other's place
  for (const [place, links] of groups) {
    startInline(links, place);
    if (links.length > 1) {
      const turns = () => lightbox.open(links, 0, "same");
      const button = place.querySelector("[data-flick]");
      button.hidden = false;
      button.addEventListener("click", turns);
      flick ??= turns;
    }
    for (const [number, link] of links.entries()) {
      link.addEventListener("click", (event) => {
        if (event.defaultPrevented) return; // it was a drag
        event.preventDefault();
        lightbox.open(links, number);
      });
    }
  }
  document.addEventListener(
    "keydown",
    (event) => {
      if (!keysAllowed(event)) return;
      if (event.key === "z") openers[0].click();
      if (event.key === "f") flick?.();
    },
    { signal },
  );
}
