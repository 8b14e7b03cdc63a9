// How far clips that play together are apart, by the frames they show, and the rate that brings them back.

const WINDOW = 0.5; // seconds in which a drift is made good
const MOST = 0.1; // share by which a rate is changed at most
const WEIGHT = 0.3; // of the newest frame in the mean: display times come in steps of the screen's
const KEPT = 5_000; // drifts

// Seconds by which `frame` is ahead of `leading`: both have a time in the clip and one of display.
export const ahead = (frame, leading, rate) =>
  frame.mediaTime -
  leading.mediaTime -
  ((frame.expectedDisplayTime - leading.expectedDisplayTime) / 1000) * rate;

export const corrected = (rate, drift, frame) =>
  Math.abs(drift) < frame / 4 ? rate : rate * (1 - Math.min(MOST, Math.max(-MOST, drift / WINDOW)));

export const median = (numbers) => {
  const sorted = [...numbers].sort((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)];
};

export class Drift {
  all = []; // every drift that was measured, in seconds

  constructor() {
    this.forget();
  }

  // After a seek nothing is known.
  forget() {
    this.leading = undefined;
    this.means = new Map();
  }

  lead(frame) {
    this.leading = frame;
  }

  // The rate at which `video` goes on after showing `frame`; undefined where nothing is known yet.
  follow(video, frame, rate, length) {
    if (!this.leading) return undefined;
    const drift = ahead(frame, this.leading, rate);
    const mean = (this.means.get(video) ?? drift) * (1 - WEIGHT) + drift * WEIGHT;
    this.means.set(video, mean);
    if (this.all.length < KEPT) this.all.push(Math.abs(drift));
    return corrected(rate, mean, length);
  }

  get median() {
    return median(this.all);
  }
}
