// The time left by the server's clock: counted down, warned of once before its end, and extended where that is asked.

const WARNING = 120; // seconds before the end
const SHOWN = 20_000; // milliseconds that the answer to an extension stays

// Seconds by which the server's clock is ahead of the device's. What is on the way longer only tells less.
let ahead = -Infinity;
const learn = (now) => {
  ahead = Math.max(ahead, Number(now) - Date.now() / 1000);
};
const language = document.documentElement.lang;

function duration(seconds) {
  const unit = seconds > 100 ? "minute" : "second";
  const number = Math.round(unit === "minute" ? seconds / 60 : seconds);
  return new Intl.NumberFormat(language, { style: "unit", unit, unitDisplay: "long" }).format(
    number,
  );
}

const hour = (seconds) =>
  new Intl.DateTimeFormat(language, {
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  }).format(seconds * 1000);

// What the person reads: the box at the foot of the page, or of the dialog that is open.
class Box {
  constructor(box) {
    this.box = box;
    this.words = box.dataset;
    this.said = box.querySelector("[data-time-said]");
    this.button = box.querySelector("[data-extend]");
    this.home = box.parentElement;
    box.addEventListener("focusin", (event) => {
      this.from = event.relatedTarget ?? this.from;
    });
  }

  get canExtend() {
    return Boolean(this.button && !this.button.hidden && "shown" in this.words);
  }

  show(text, { button = false } = {}) {
    this.said.textContent = text;
    this.place();
    this.words.shown = "";
    if (!button) this.giveFocusBack();
    if (this.button) this.button.hidden = !button;
    // What has the focus, now or later, is never under the box.
    document.documentElement.style.scrollPaddingBlockEnd = `${this.box.offsetHeight + 16}px`;
    if (!this.box.contains(document.activeElement))
      document.activeElement?.scrollIntoView({ block: "nearest" });
  }

  hide() {
    delete this.words.shown;
    document.documentElement.style.scrollPaddingBlockEnd = "";
  }

  place() {
    const where = document.querySelector("dialog[open]") ?? this.home;
    if (this.box.parentElement !== where) where.append(this.box);
  }

  giveFocusBack() {
    if (this.button && this.button === document.activeElement)
      this.from?.focus({ preventScroll: true });
  }
}

class TimeLeft {
  constructor(form, clock, box) {
    this.form = form;
    this.clock = clock;
    this.box = new Box(box);
    this.deadline = Number(clock.dataset.deadline);
    this.plain = clock.textContent;
    learn(clock.dataset.now);
    this.tick();
  }

  tick() {
    const left = this.deadline - Date.now() / 1000 - ahead;
    this.count(Math.max(0, left));
    if (left <= 0) this.once("over", () => this.box.show(this.box.words.over));
    else if (left <= WARNING) this.once("soon", () => this.warn(left));
    if ("shown" in this.box.words) this.box.place();
  }

  count(left) {
    const minutes = Math.floor(left / 60);
    const counted = `${minutes}:${String(Math.floor(left % 60)).padStart(2, "0")}`;
    this.clock.textContent =
      minutes < 600 ? this.clock.dataset.left.replace("{time}", counted) : this.plain;
    this.clock.title = this.plain;
    this.clock.closest(".bar-quiet")?.toggleAttribute("data-ending", left <= WARNING);
  }

  once(stage, say) {
    if (this.stage === stage) return;
    this.stage = stage;
    clearTimeout(this.hiding);
    say();
  }

  warn(left) {
    const text = this.box.words.soon.replace("{time}", duration(left));
    this.box.show(`${text} ${this.box.words.offer}`, { button: true });
  }

  async extend() {
    const { button, words } = this.box;
    if (this.busy || !this.box.canExtend) return;
    this.busy = true;
    try {
      const response = await fetch(button.formAction, {
        method: "POST",
        headers: {
          Accept: "application/json",
          "X-CSRFToken": this.form.elements.csrfmiddlewaretoken.value,
        },
        body: new URLSearchParams({ [button.name]: button.value }),
      });
      const reply = await response.json();
      if (response.ok) this.extended(reply);
      else this.box.show(reply.error);
    } catch {
      this.box.show(words.failed, { button: true });
    }
    this.busy = false;
  }

  extended(reply) {
    const { box } = this;
    learn(reply.now);
    this.deadline = reply.deadline;
    this.plain = reply.until;
    this.stage = undefined;
    box.words.offer = reply.offer;
    box.button.value = reply.deadline;
    box.show(box.words.extended.replace("{time}", hour(reply.deadline)));
    if (reply.left < 1) {
      box.button.remove();
      box.button = null;
    }
    this.hiding = setTimeout(() => box.hide(), SHOWN);
    this.tick();
  }

  stop() {
    clearTimeout(this.hiding);
    this.box.hide();
  }
}

// Where Alt and E write a letter into the field (é on a Mac), they do that.
const isKey = (event) =>
  event.altKey &&
  !(event.ctrlKey || event.metaKey || event.shiftKey) &&
  (event.key.toLowerCase() === "e" ||
    (event.code === "KeyE" && !event.target.closest("input, textarea")));

export function startDeadline(form, { signal } = {}) {
  const clock = document.querySelector("[data-deadline]");
  const box = document.querySelector("[data-time]");
  if (!clock || !box) return;
  const time = new TimeLeft(form, clock, box);
  const timer = setInterval(() => time.tick(), 1000);
  document.addEventListener("visibilitychange", () => time.tick(), { signal });
  box.querySelector("[data-extend]")?.addEventListener("click", (event) => {
    event.preventDefault();
    time.extend();
  });
  document.addEventListener(
    "keydown",
    (event) => {
      if (!isKey(event) || !time.box.canExtend) return;
      event.preventDefault();
      time.extend();
    },
    { signal },
  );
  signal?.addEventListener("abort", () => {
    clearInterval(timer);
    time.stop();
  });
}
