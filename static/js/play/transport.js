// The buttons, marks, scrubber and speed of something that plays; what plays is a subclass's own.

export const clock = (seconds) =>
  `${Math.floor(seconds / 60)}:${(seconds % 60).toFixed(2).padStart(5, "0")}`;

// A subclass has `time`, `duration`, `paused`, `rate`, and start(), stop(), seek(time), step(by).
export class Transport {
  constructor(place, tools = place) {
    this.place = place;
    this.tools = tools.querySelector("[data-play-tools]");
    this.scrub = tools.querySelector("[data-play-scrub]");
    this.tools.hidden = false;
    for (const button of this.tools.querySelectorAll("[data-play-do]")) {
      button.addEventListener("click", () => this[button.dataset.playDo]());
    }
    this.tools.querySelector("[data-play-rate]")?.addEventListener("change", (event) => {
      this.rate = Number(event.target.value);
    });
    if (!this.scrub) return;
    this.scrub.hidden = false;
    this.scrub.addEventListener("input", () => this.seek(Number(this.scrub.value)));
  }

  // Shows time, marks and place as they are now.
  show() {
    const time = this.shownTime ?? this.time;
    const words = `${clock(time)} / ${clock(this.duration)}`;
    this.tools.querySelector("[data-play-time]").value = words;
    for (const mark of ["a", "b"]) {
      this.tools.querySelector(`[data-span-${mark}]`).textContent =
        this[`at_${mark}`] === undefined ? "" : clock(this[`at_${mark}`]);
    }
    this.tools.querySelector("[data-play-do=clear]").disabled =
      this.at_a === undefined && this.at_b === undefined;
    if (!this.scrub) return;
    this.scrub.max = this.duration || 1;
    this.scrub.value = time;
    this.scrub.setAttribute("aria-valuetext", words);
  }

  // Back to mark A when B is reached. By frames, because `timeupdate` may come a quarter of a second late.
  follow() {
    if (this.paused) return;
    if (this.at_b !== undefined && this.time >= this.at_b && !this.seeking) this.again();
    if (this.scrub) this.show();
    requestAnimationFrame(() => this.follow());
  }

  // From the beginning of the loop, while it plays.
  again() {
    return this.seek(this.at_a ?? 0);
  }

  play() {
    return this.paused ? this.start() : this.stop();
  }

  async replay() {
    await this.seek(this.at_a ?? 0);
    return this.start();
  }

  back() {
    return this.step(-1);
  }

  forward() {
    return this.step(1);
  }

  a() {
    this.at_a = this.time;
    if (this.at_b <= this.at_a) this.at_b = undefined;
    this.show();
  }

  b() {
    this.at_b = this.time;
    if (this.at_a >= this.at_b) this.at_a = undefined;
    this.show();
  }

  clear() {
    this.at_a = this.at_b = undefined;
    this.show();
  }
}
