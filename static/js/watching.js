// Which parts of a video were played, how often anew, how often it stalled; and the gate that some batches set.
import { fromTimeRanges, length, union } from "./ranges.js";
import { seen } from "./seen.js";

const START = 0.3; // seconds: at the beginning
const NEARLY = 0.1; // seconds at either end that browsers leave out of what was played

const shares = [];

function countReplaysAndStalls(video) {
  let furthest = 0;
  video.addEventListener("timeupdate", () => {
    if (video.currentTime < START && furthest > START * 2 && !video.paused) {
      seen.add("replays");
      furthest = 0;
    }
    furthest = Math.max(furthest, video.currentTime);
  });
  video.addEventListener("waiting", () => {
    if (!video.seeking && video.played.length && video.currentTime > 0) seen.add("stalls");
  });
}

function shareOf(video, before) {
  if (!Number.isFinite(video.duration) || !video.duration) return [0, before];
  const ranges = union([...before, ...fromTimeRanges(video.played)]);
  const [first, last] = [ranges[0], ranges.at(-1)];
  if (!first) return [0, ranges];
  const missing = video.duration - length(ranges);
  const ends = Math.min(first[0], NEARLY) + Math.min(Math.max(0, video.duration - last[1]), NEARLY);
  return [Math.min(1, Math.max(0, 1 - (missing - ends) / video.duration)), ranges];
}

// Nothing can be answered until the share is played. The form stays readable.
function closeForm(form, figure, signal) {
  const note = figure.querySelector("[data-watch]");
  const set = (closed) => {
    for (const panel of form.querySelectorAll("[data-panel]")) panel.inert = closed;
    form.toggleAttribute("data-waiting", closed);
  };
  set(true);
  const refuse = (event) => {
    if (event.target !== form || (event.submitter && event.submitter.value !== "submit")) return; // stopping is free
    event.preventDefault();
    event.stopImmediatePropagation();
    note.tabIndex = -1;
    note.focus();
  };
  document.addEventListener("submit", refuse, { capture: true, signal });
  return () => {
    set(false);
    document.removeEventListener("submit", refuse, true);
  };
}

// Before the videos of another HIT.
export const forgetShares = () => shares.splice(0);

export function startWatching(figure, form, number, signal) {
  const video = figure.querySelector("video");
  const needed = Number(figure.dataset.watchShare ?? 0);
  const bar = figure.querySelector("[data-watch-bar]");
  const text = figure.querySelector("[data-watch-text]");
  const kept = `played_${number}`;
  const before = seen.get(kept) ?? [];
  let open = needed && form ? closeForm(form, figure, signal) : undefined;
  if (bar) {
    bar.hidden = false;
  }

  const show = () => {
    const [share, ranges] = shareOf(video, before);
    seen.set(kept, ranges);
    shares[number] = share;
    seen.most("share_watched", Math.min(...shares)); // of several, the one watched least
    if (!bar) return;
    const percent = Math.floor(share * 100 + 1e-6);
    const done = share >= needed - 1e-6;
    bar.value = done ? bar.max : Math.min(percent, bar.max);
    text.textContent = done ? text.dataset.done : text.dataset.left.replace("{share}", percent);
    figure.querySelector("[data-watch]").toggleAttribute("data-done", done);
    if (done) open = open?.();
  };
  for (const event of ["loadedmetadata", "timeupdate", "pause", "ended"])
    video.addEventListener(event, show);
  countReplaysAndStalls(video);
  show();
}
