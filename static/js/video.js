// A video's own buttons and keys: play, replay, single frames, speed, and a loop between two marks.
import { startCaptions } from "./captions.js";
import { keysAllowed } from "./keys.js";
import { forgetShares, startWatching } from "./watching.js";

const USUAL_FRAME = 1 / 25; // seconds, until the clip has shown its own
const KEYS = { k: "play", r: "replay", ",": "back", ".": "forward", a: "a", b: "b", c: "clear" };

// The clip's frame length as it shows while playing: the least distance of two frames.
function frameOf(video) {
  let least = Infinity;
  let last;
  const see = (_now, { mediaTime }) => {
    if (last !== undefined && mediaTime - last > 0.004) least = Math.min(least, mediaTime - last);
    last = mediaTime;
    video.requestVideoFrameCallback(see);
  };
  video.requestVideoFrameCallback?.(see);
  return () => (least < 0.5 ? least : USUAL_FRAME);
}

const clock = (seconds) =>
  `${Math.floor(seconds / 60)}:${(seconds % 60).toFixed(2).padStart(5, "0")}`;

class Player {
  constructor(figure) {
    this.figure = figure;
    this.video = figure.querySelector("video");
    this.frame = frameOf(this.video);
    this.tools = figure.querySelector("[data-video-tools]");
    this.tools.hidden = false;
    for (const button of this.tools.querySelectorAll("[data-video-do]")) {
      button.addEventListener("click", () => this[button.dataset.videoDo]());
    }
    this.tools.querySelector("[data-video-rate]")?.addEventListener("change", (event) => {
      this.video.playbackRate = Number(event.target.value);
    });
    for (const event of ["timeupdate", "seeked", "loadedmetadata"]) {
      this.video.addEventListener(event, () => this.show());
    }
    this.video.addEventListener("play", () => this.follow());
    this.video.addEventListener("error", () => {
      figure.querySelector("[data-video-broken]").hidden = false;
    });
    this.show();
  }

  show() {
    const { currentTime, duration } = this.video;
    this.tools.querySelector("[data-video-time]").value =
      `${clock(currentTime)} / ${clock(duration || 0)}`;
    for (const mark of ["a", "b"]) {
      this.tools.querySelector(`[data-span-${mark}]`).textContent =
        this[`at_${mark}`] === undefined ? "" : clock(this[`at_${mark}`]);
    }
    this.tools.querySelector("[data-video-do=clear]").disabled =
      this.at_a === undefined && this.at_b === undefined;
  }

  // Back to mark A when B is reached. By frames, because `timeupdate` may come a quarter of a second late.
  follow() {
    const { video } = this;
    if (video.paused) return;
    if (this.at_b !== undefined && video.currentTime >= this.at_b && !video.seeking)
      video.currentTime = this.at_a ?? 0;
    requestAnimationFrame(() => this.follow());
  }

  play() {
    if (this.video.paused)
      this.video.play().catch(() => undefined); // the error event says why
    else this.video.pause();
  }

  replay() {
    this.video.currentTime = this.at_a ?? 0;
    this.video.play().catch(() => undefined);
  }

  step(by) {
    const { video } = this;
    video.pause();
    const frame = this.frame();
    // The middle of a frame: at its edge, rounding decides which of two is shown.
    const wanted = (Math.floor(video.currentTime / frame + 0.01) + by + 0.5) * frame;
    video.currentTime = Math.min(Math.max(0, wanted), Math.max(0, video.duration - frame / 2));
  }

  back() {
    this.step(-1);
  }

  forward() {
    this.step(1);
  }

  a() {
    this.at_a = this.video.currentTime;
    if (this.at_b <= this.at_a) this.at_b = undefined;
    this.show();
  }

  b() {
    this.at_b = this.video.currentTime;
    if (this.at_a >= this.at_b) this.at_a = undefined;
    this.show();
  }

  clear() {
    this.at_a = this.at_b = undefined;
    this.show();
  }
}

export function startVideos(form, signal) {
  const figures = [...document.querySelectorAll("[data-video]")];
  forgetShares();
  const players = figures.map((figure, number) => {
    startCaptions(figure);
    startWatching(figure, form, number, signal);
    return new Player(figure);
  });
  if (!players.length) return;
  document.addEventListener(
    "keydown",
    (event) => {
      if (!(event.key in KEYS) || !keysAllowed(event)) return;
      event.preventDefault();
      const player =
        players.find((one) => one.figure.contains(document.activeElement)) ?? players[0];
      player[KEYS[event.key]]();
    },
    { signal },
  );
}
