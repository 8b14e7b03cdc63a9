// Which parts of clips and sounds were played, how often anew, how often they stalled; and the gate that some rubrics set.
import { fromTimeRanges, length, union } from "./ranges.js";
import { seen } from "./seen.js";

const START = 0.3; // seconds: at the beginning
const NEARLY = 0.1; // seconds at either end that browsers leave out of what was played
const MEASURES = { VIDEO: "share_watched", AUDIO: "share_listened" };

function countReplays(medium) {
  let furthest = 0;
  medium.addEventListener("timeupdate", () => {
    if (medium.currentTime < START && furthest > START * 2 && !medium.paused) {
      seen.add("replays");
      furthest = 0;
    }
    furthest = Math.max(furthest, medium.currentTime);
  });
}

function countStalls(medium) {
  medium.addEventListener("waiting", () => {
    if (!medium.seeking && medium.played.length && medium.currentTime > 0) seen.add("stalls");
  });
}

function shareOf(medium, before) {
  const { duration, played } = medium;
  if (!Number.isFinite(duration) || !duration) return [0, before];
  const ranges = union([...before, ...fromTimeRanges(played)]);
  const [first, last] = [ranges[0], ranges.at(-1)];
  if (!first) return [0, ranges];
  const missing = duration - length(ranges);
  const ends = Math.min(first[0], NEARLY) + Math.min(Math.max(0, duration - last[1]), NEARLY);
  return [Math.min(1, Math.max(0, 1 - (missing - ends) / duration)), ranges];
}

// Nothing can be answered until enough is played. The form stays readable.
function closeForm(form, gates, signal) {
  const set = (closed) => {
    for (const panel of form.querySelectorAll("[data-panel]")) panel.inert = closed;
    form.toggleAttribute("data-waiting", closed);
  };
  set(true);
  const refuse = (event) => {
    if (event.target !== form || (event.submitter && event.submitter.value !== "submit")) return; // stopping is free
    event.preventDefault();
    event.stopImmediatePropagation();
    const { note } = gates.find((gate) => !gate.open);
    note.tabIndex = -1;
    note.focus();
  };
  document.addEventListener("submit", refuse, { capture: true, signal });
  return () => {
    set(false);
    document.removeEventListener("submit", refuse, true);
  };
}

// A place whose media are to be played to a share, and the note that says how far they are.
class Gate {
  open = false;

  constructor(place) {
    this.needed = Number(place.dataset.watchShare);
    this.note = place.querySelector("[data-watch]");
    this.media = [...place.querySelectorAll("video, audio")];
    this.bar = this.note.querySelector("[data-watch-bar]");
    this.text = this.note.querySelector("[data-watch-text]");
    this.bar.hidden = false;
  }

  show(shares) {
    const share = Math.min(...this.media.map((medium) => shares.get(medium))); // the one played least
    const percent = Math.floor(share * 100 + 1e-6);
    this.open = share >= this.needed - 1e-6;
    this.bar.value = this.open ? this.bar.max : Math.min(percent, this.bar.max);
    this.text.textContent = this.open
      ? this.text.dataset.done
      : this.text.dataset.left.replace("{share}", percent);
    this.note.toggleAttribute("data-done", this.open);
  }
}

function noteShares(shares) {
  for (const [name, key] of Object.entries(MEASURES)) {
    const own = [...shares].filter(([medium]) => medium.tagName === name);
    if (own.length) seen.most(key, Math.min(...own.map(([, share]) => share)));
  }
}

export function startWatching(form, signal) {
  const media = [...document.querySelectorAll("[data-clip] video, [data-sound] audio")];
  if (!media.length) return;
  const shares = new Map(media.map((medium) => [medium, 0]));
  const gates = [...document.querySelectorAll("[data-watch-share]:has([data-watch])")].map(
    (place) => new Gate(place),
  );
  let open = gates.length && form ? closeForm(form, gates, signal) : undefined;
  const show = () => {
    noteShares(shares);
    for (const gate of gates) gate.show(shares);
    if (gates.every((gate) => gate.open)) open = open?.();
  };
  for (const [number, medium] of media.entries()) {
    const kept = `played_${number}`;
    const before = seen.get(kept) ?? [];
    const take = () => {
      const [share, ranges] = shareOf(medium, before);
      seen.set(kept, ranges);
      shares.set(medium, share);
    };
    for (const event of ["loadedmetadata", "timeupdate", "pause", "ended"]) {
      medium.addEventListener(event, () => {
        take();
        show();
      });
    }
    // Clips that play together are started again together.
    const together = medium.closest("[data-together]");
    if (!together || together.querySelector("video") === medium) countReplays(medium);
    countStalls(medium);
    take();
  }
  show();
}
