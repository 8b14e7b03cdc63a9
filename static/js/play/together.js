// Clips that play together: one scrubber, one loop, the same frame after pause, step and seek.
import { seen } from "../seen.js";
import { Drift } from "./drift.js";
import { Frames } from "./frames.js";
import { Transport } from "./transport.js";

const NEARLY = 0.05; // seconds before its end, from where a clip is not started: it would begin anew

const ready = (video) =>
  video.readyState >= 3 ||
  new Promise((done) => video.addEventListener("canplay", done, { once: true }));

export class Together extends Transport {
  speed = 1;
  playing = false;
  busy = 0; // seeks under way
  work = Promise.resolve();

  constructor(place, videos) {
    super(place, place.querySelector("[data-play-together]"));
    this.media = videos;
    this.frames = new Map(videos.map((video) => [video, new Frames(video)]));
    this.drift = new Drift();
    this.choose(videos[0]);
    for (const video of videos) {
      video.controls = video.loop = false;
      video.addEventListener("click", () => this.play());
      video.addEventListener("loadedmetadata", () => this.lengthKnown());
      video.addEventListener("ended", () => video === this.leader && this.again());
      video.addEventListener("waiting", () => this.stalled(video));
      this.frames.get(video).told = (frame) => this.told(video, frame);
    }
    this.sound = this.tools.querySelector("[data-play-sound]");
    this.sound.addEventListener("change", () => this.hear());
    this.hear();
    this.lengthKnown();
  }

  // The longest clip leads.
  lengthKnown() {
    const length = (video) => video.duration || 0;
    this.choose(this.media.reduce((one, other) => (length(other) > length(one) ? other : one)));
    this.show();
  }

  choose(leader) {
    this.leader = leader;
    this.followers = this.media.filter((video) => video !== leader);
  }

  hear() {
    for (const [number, video] of this.media.entries()) {
      video.muted = this.sound.value !== String(number);
    }
  }

  get time() {
    return this.leader.currentTime;
  }

  get duration() {
    return this.leader.duration || 0;
  }

  get paused() {
    return !this.playing;
  }

  get seeking() {
    return this.busy > 0;
  }

  set rate(rate) {
    this.speed = rate;
    for (const video of this.media) video.playbackRate = rate;
  }

  told(video, frame) {
    if (!this.playing || this.busy) return;
    if (video === this.leader) this.drift.lead(frame);
    else if (!video.ended) {
      const length = this.frames.get(this.leader).length ?? 0;
      const rate = this.drift.follow(video, frame, this.speed, length);
      if (rate && rate !== video.playbackRate) video.playbackRate = rate;
    }
  }

  async start() {
    if (this.playing) return;
    this.playing = true;
    await this.seek(this.leader.ended ? (this.at_a ?? 0) : this.time);
    this.follow();
  }

  async stop() {
    this.playing = false;
    this.halt();
    await this.seek(this.time);
    const { median } = this.drift;
    if (median !== undefined) seen.set("clip_drift", median);
  }

  halt() {
    for (const video of this.media) {
      video.pause();
      video.playbackRate = this.speed;
    }
    this.drift.forget();
  }

  async run() {
    await Promise.all(this.media.map(ready));
    if (!this.playing) return;
    const starting = this.media.filter((video) => this.time < video.duration - NEARLY);
    await Promise.all(starting.map((video) => video.play())).catch(() => {
      this.playing = false;
    });
  }

  // All clips to the frame that the leader shows at `time`. Of several wishes in a row the last counts.
  seek(time) {
    this.wanted = time;
    return this.queue(async () => {
      if (this.wanted === undefined) return;
      const wanted = this.wanted;
      this.wanted = undefined;
      await this.align(wanted);
    });
  }

  step(by) {
    this.playing = false;
    return this.queue(async () => {
      const leading = this.frames.get(this.leader);
      const length = await leading.measure();
      await this.align(Math.max(0, leading.at + (by + 0.5) * length));
    });
  }

  // One after the other, so that no seek meets another.
  queue(task) {
    this.busy += 1;
    this.place.toggleAttribute("data-busy", true);
    this.work = this.work.then(async () => {
      this.halt();
      await task();
      this.busy -= 1;
      this.place.toggleAttribute("data-busy", this.busy > 0);
      this.show();
      if (this.playing && !this.busy) await this.run();
    });
    return this.work;
  }

  async align(time) {
    const leading = this.frames.get(this.leader);
    const at = await leading.show(time);
    // The middle of the frame: at its edge, rounding decides which of two is shown.
    const middle = Math.max(time, 0) > 0 || at > 0 ? at + (await leading.measure()) / 2 : 0;
    await Promise.all(this.media.map((video) => this.frames.get(video).show(middle)));
  }

  // One that waits for data holds the others up.
  async stalled(video) {
    if (!this.playing || this.busy) return;
    for (const other of this.media) if (other !== video) other.pause();
    await ready(video);
    if (this.playing && !this.busy) await this.seek(this.time);
  }
}
