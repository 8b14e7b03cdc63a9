// One clip or one sound by itself.
import { Transport } from "./transport.js";

const USUAL_FRAME = 1 / 25; // seconds, until the clip has shown its own
const SECOND = 1;

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

class Single extends Transport {
  constructor(figure, media) {
    super(figure);
    this.media = [media];
    this.medium = media;
    for (const event of ["timeupdate", "seeked", "loadedmetadata", "durationchange"]) {
      media.addEventListener(event, () => this.show());
    }
    media.addEventListener("play", () => this.follow());
    this.show();
  }

  get time() {
    return this.medium.currentTime;
  }

  get duration() {
    return Number.isFinite(this.medium.duration) ? this.medium.duration : 0;
  }

  get paused() {
    return this.medium.paused;
  }

  get seeking() {
    return this.medium.seeking;
  }

  set rate(rate) {
    this.medium.playbackRate = rate;
  }

  start() {
    return this.medium.play().catch(() => undefined); // the error event says why
  }

  stop() {
    this.medium.pause();
  }

  seek(time) {
    this.medium.currentTime = time;
  }
}

export class Clip extends Single {
  constructor(figure) {
    super(figure, figure.querySelector("video"));
    this.frame = frameOf(this.medium);
  }

  step(by) {
    this.stop();
    const frame = this.frame();
    // The middle of a frame: at its edge, rounding decides which of two is shown.
    const wanted = (Math.floor(this.time / frame + 0.01) + by + 0.5) * frame;
    this.seek(Math.min(Math.max(0, wanted), Math.max(0, this.duration - frame / 2)));
  }
}

export class Sound extends Single {
  constructor(figure) {
    super(figure, figure.querySelector("audio"));
    this.medium.controls = false; // the waveform, the scrubber and the buttons do it all
    this.wave = figure.querySelector("[data-waveform]");
    this.wave?.addEventListener("pointerdown", (event) => this.point(event));
    this.wave?.addEventListener("pointermove", (event) => event.buttons && this.point(event));
    this.show();
  }

  point(event) {
    const box = this.wave.getBoundingClientRect();
    const share = Math.min(1, Math.max(0, (event.clientX - box.left) / box.width));
    this.seek(share * this.duration);
    this.show();
  }

  step(by) {
    this.seek(Math.min(Math.max(0, this.time + by * SECOND), this.duration));
  }

  // With the place and the loop drawn into the waveform.
  show() {
    super.show();
    if (!this.wave || !this.duration) return;
    const { width } = this.wave.viewBox.baseVal;
    const along = (time) => (time / this.duration) * width;
    const place = this.wave.querySelector("[data-waveform-place]");
    place.setAttribute("width", along(this.time));
    const span = this.wave.querySelector("[data-waveform-span]");
    const marked = this.at_a !== undefined || this.at_b !== undefined;
    const [from, to] = [this.at_a ?? 0, this.at_b ?? this.duration];
    span.setAttribute("x", along(from));
    span.setAttribute("width", marked ? along(to - from) : 0);
  }
}
