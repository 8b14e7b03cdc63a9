// Which frame a video shows, by its time in the clip; and how long its frames are.

const USUAL = 1 / 25; // seconds, where a clip shows no second frame
const PROBE = 0.01;
const LONGEST = 0.5;
const PATIENCE = 120; // ms until a frame is taken as shown that nobody tells of

const once = (target, name) =>
  new Promise((done) => target.addEventListener(name, done, { once: true }));
const later = (time) => new Promise((done) => setTimeout(done, time));

export class Frames {
  at = 0; // seconds: where the frame on screen begins

  constructor(video) {
    this.video = video;
    video.requestVideoFrameCallback?.((...told) => this.see(...told));
  }

  see(_now, frame) {
    const apart = Math.abs(frame.mediaTime - this.at);
    if (!this.video.paused && apart > 0.004) this.learn(apart);
    this.at = frame.mediaTime;
    this.told?.(frame);
    this.waiting?.();
    this.video.requestVideoFrameCallback((...next) => this.see(...next));
  }

  learn(length) {
    if (length < (this.length ?? LONGEST)) this.length = length;
  }

  // Where the last frame is surely shown.
  get last() {
    const { duration } = this.video;
    return Number.isFinite(duration) ? Math.max(0, duration - (this.length ?? USUAL) / 2) : 0;
  }

  // Goes to `time`; where the frame begins that is on screen then.
  async show(time) {
    const { video } = this;
    const target = Math.min(Math.max(0, time), this.last);
    if (Math.abs(video.currentTime - target) > 1e-4 || video.seeking) {
      const presented = new Promise((done) => {
        this.waiting = done;
      });
      const there = once(video, "seeked");
      video.currentTime = target;
      await there;
      if (video.requestVideoFrameCallback) await Promise.race([presented, later(PATIENCE)]);
      else this.at = video.currentTime;
    }
    return this.at;
  }

  // The frame length, found by going on in small steps where the clip was not played yet.
  async measure() {
    if (this.length) return this.length;
    const { currentTime } = this.video;
    const from = await this.show(currentTime);
    for (let by = PROBE; by < LONGEST; by += PROBE) {
      const at = await this.show(from + by);
      if (at > from + 0.004) {
        this.learn(at - from);
        break;
      }
    }
    await this.show(currentTime);
    this.length ??= USUAL;
    return this.length;
  }
}
