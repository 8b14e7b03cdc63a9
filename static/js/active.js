// Seconds in use, in all and by section: the page in view, and between two signs of use no more than 30.
import { seen } from "./seen.js";

const MOST = 30; // seconds that a gap between two signs of use counts
const CLOSE = 1; // signs nearer than this in seconds are one, unless they may lead to another section
const SIGNS = [
  "pointermove",
  "pointerdown",
  "keydown",
  "input",
  "focusin",
  "scroll",
  "wheel",
  "touchmove",
  "timeupdate",
];
const TURNS = new Set(["pointerdown", "focusin"]);

const now = () => performance.now() / 1000;

function midmost(panels) {
  const middle = innerHeight / 2;
  const away = (panel) => {
    if (!panel.offsetParent) return Infinity; // closed, or on another page
    const { top, bottom } = panel.getBoundingClientRect();
    return Math.max(top - middle, middle - bottom, 0);
  };
  return panels.reduce((best, one) => (away(one) < away(best) ? one : best), panels[0]);
}

class Use {
  constructor(form) {
    this.panels = [...form.querySelectorAll("[data-section]")];
    this.resume();
  }

  // The section that what follows belongs to.
  turn() {
    this.at = (this.touched ?? midmost(this.panels))?.dataset.section;
  }

  // Count what has passed since the last sign.
  settle() {
    if (this.last === undefined) return;
    const seconds = Math.min(now() - this.last, MOST);
    this.last = now();
    seen.add("active_seconds", seconds);
    if (this.at) seen.add(`active_seconds.${this.at}`, seconds);
  }

  sign(event) {
    if (this.last === undefined || (now() - this.last < CLOSE && !TURNS.has(event.type))) return;
    this.settle();
    if (TURNS.has(event.type))
      this.touched = event.target.closest?.("[data-section]") ?? this.touched;
    this.turn();
  }

  pause() {
    this.settle();
    this.last = undefined;
  }

  resume() {
    if (document.hidden) return;
    this.last = now();
    this.turn();
  }
}

export function startActive(form, { signal } = {}) {
  if (!form.dataset.person) return; // a page that stores nothing
  const use = new Use(form);
  for (const one of SIGNS) {
    document.addEventListener(one, (event) => use.sign(event), {
      capture: true,
      passive: true,
      signal,
    });
  }
  document.addEventListener(
    "visibilitychange",
    () => (document.hidden ? use.pause() : use.resume()),
    { signal },
  );
  addEventListener("pagehide", () => use.settle(), { signal });
  // On the window and first, so before what was seen is put into the form.
  addEventListener("submit", () => use.settle(), { capture: true, signal });
}
