// Passages are chosen word by word: with two taps, a drag, or the arrow keys. The server says where words are, in code
// points; the marks are kept in the answer's own field, so that drafts restore them.

function parsed(value) {
  try {
    const marks = JSON.parse(value);
    return Array.isArray(marks) ? marks : null;
  } catch {
    return null;
  }
}

class Marking {
  constructor(question, signal) {
    this.question = question;
    this.field = question.querySelector("textarea");
    this.box = question.querySelector("[data-words]");
    this.words = [...this.box.querySelectorAll("[data-start]")];
    this.category = question.querySelector("[data-category]");
    this.buttons = [...question.querySelectorAll("[data-severity]")];
    this.nothing = question.querySelector("[data-nothing]");
    this.list = question.querySelector("[data-marks]");
    this.anchor = this.end = -1;
    this.isOpen = false;
    if (this.field.value.trim() && !parsed(this.field.value)) return; // lines written without a script
    for (const part of question.querySelectorAll("[data-with-script]")) part.hidden = false;
    question.querySelector("[data-plain]").hidden = true;
    this.box.setAttribute("role", "listbox");
    this.box.setAttribute("aria-multiselectable", "true");
    this.words.forEach((word, number) => {
      word.setAttribute("role", "option");
      word.tabIndex = number ? -1 : 0;
    });
    this.listen(signal);
    this.show();
  }

  listen(signal) {
    this.box.addEventListener("pointerdown", (event) => this.press(event));
    this.box.addEventListener("pointerover", (event) => {
      if (event.pointerType === "mouse" && event.buttons === 1) this.reach(this.at(event), true);
    });
    this.box.addEventListener("click", (event) => {
      if (event.pointerType !== "mouse") this.tap(this.at(event));
    });
    this.box.addEventListener("keydown", (event) => this.key(event));
    for (const button of this.buttons)
      button.addEventListener("click", () => this.mark(button.dataset.severity));
    this.nothing.addEventListener("click", () => {
      const isPressed = this.nothing.getAttribute("aria-pressed") === "true";
      this.write(isPressed ? "" : "[]");
    });
    // Where answers are put back, the form alone hears of it.
    const form = this.question.closest("form") ?? this.question;
    form.addEventListener("change", () => this.show(), { signal });
  }

  get marks() {
    return parsed(this.field.value) ?? [];
  }

  at(event) {
    return this.words.indexOf(event.target.closest("[data-start]"));
  }

  press(event) {
    const number = this.at(event);
    if (event.pointerType !== "mouse" || event.button || number < 0) return;
    event.preventDefault();
    this.tap(number, event.shiftKey);
  }

  // The first tap begins a passage, the second ends it, the third begins another.
  tap(number, isWider = false) {
    if (number < 0) return;
    const isSecond = this.isOpen || isWider;
    this.reach(number, isSecond && this.anchor >= 0);
    this.isOpen = !isSecond;
  }

  reach(number, isWider) {
    if (number < 0) return;
    const isPlace = (one) => this.words[one]?.classList.contains("missing");
    if (!isWider || isPlace(number) || isPlace(this.anchor)) this.anchor = number;
    this.end = number;
    for (const word of this.words) word.tabIndex = -1;
    this.words[number].tabIndex = 0;
    this.words[number].focus();
    this.showChosen();
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const number = this.at(event);
    const forward = getComputedStyle(this.box).direction === "rtl" ? "ArrowLeft" : "ArrowRight";
    const steps = { ArrowLeft: -1, ArrowRight: -1, ArrowUp: -10, ArrowDown: 10, [forward]: 1 };
    const last = this.words.length - 1;
    const places = { Home: 0, End: last };
    const digit = Number(event.key) - 1;
    if (event.key in steps || event.key in places) {
      const next = places[event.key] ?? number + steps[event.key];
      this.reach(Math.min(last, Math.max(0, next)), event.shiftKey && this.anchor >= 0);
      this.isOpen = false;
    } else if (event.key === " " || event.key === "Enter") this.tap(number);
    else if (event.key === "Escape") this.choose(-1);
    else if (digit >= 0 && this.buttons[digit]) this.buttons[digit].click();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  choose(number) {
    this.anchor = this.end = number;
    this.isOpen = false;
    this.showChosen();
  }

  get chosen() {
    return [Math.min(this.anchor, this.end), Math.max(this.anchor, this.end)];
  }

  mark(severity) {
    if (this.category && !this.category.value) {
      this.category.focus();
      return;
    }
    const [first, last] = this.chosen;
    if (first < 0) return;
    const mark = { start: this.place(first, "start"), end: this.place(last, "end") };
    if (this.category) mark.category = this.category.value;
    if (severity) mark.severity = severity;
    const same = ["start", "end", "category", "severity"];
    if (!this.marks.some((one) => same.every((name) => (one[name] || "") === (mark[name] ?? ""))))
      this.write(JSON.stringify([...this.marks, mark]));
    this.choose(-1);
  }

  place(number, side) {
    return Number(this.words[number].dataset[side]);
  }

  write(value) {
    this.field.value = value;
    for (const type of ["input", "change"])
      this.field.dispatchEvent(new Event(type, { bubbles: true }));
  }

  covered(mark) {
    return this.words.filter(({ dataset: { start, end } }) =>
      mark.start === mark.end
        ? start === end
        : start !== end && Number(start) < mark.end && Number(end) > mark.start,
    );
  }

  level(mark) {
    return (
      1 + this.buttons.findIndex((button) => button.dataset.severity === (mark.severity ?? ""))
    );
  }

  showChosen() {
    const [first, last] = this.chosen;
    this.words.forEach((word, number) => {
      word.setAttribute("aria-selected", String(first >= 0 && first <= number && number <= last));
    });
    for (const button of this.buttons) button.disabled = first < 0;
  }

  show() {
    const marks = this.marks;
    for (const word of this.words) delete word.dataset.mark;
    for (const mark of marks)
      for (const word of this.covered(mark))
        word.dataset.mark = Math.max(this.level(mark), word.dataset.mark ?? 0);
    this.list.replaceChildren(...marks.map((mark) => this.entry(mark)));
    this.nothing.hidden = marks.length > 0;
    this.nothing.setAttribute("aria-pressed", String(parsed(this.field.value)?.length === 0));
    this.showChosen();
  }

  entry(mark) {
    const entry = document.createElement("li");
    const covered = this.covered(mark);
    const words = document.createElement("bdi");
    if (covered.length) {
      const range = document.createRange();
      range.setStartBefore(covered[0]);
      range.setEndAfter(covered.at(-1));
      words.textContent = range.toString();
    }
    const titles = [this.title(mark.category), this.buttonTitle(mark)].filter(Boolean).join(", ");
    const remove = document.createElement("button");
    remove.type = "button";
    remove.textContent = this.question.dataset.remove;
    remove.setAttribute("aria-label", `${remove.textContent}: ${words.textContent}`);
    remove.addEventListener("click", () => {
      const rest = this.marks.filter((one) => JSON.stringify(one) !== JSON.stringify(mark));
      this.write(rest.length ? JSON.stringify(rest) : "");
      this.words.find((word) => word.tabIndex === 0)?.focus();
    });
    const quote = document.createElement("q");
    quote.append(words);
    entry.append(quote, titles, remove);
    entry.className = "tools";
    entry.dataset.mark = this.level(mark);
    return entry;
  }

  title(category) {
    return this.category?.querySelector(`[value="${CSS.escape(category ?? "")}"]`)?.textContent;
  }

  buttonTitle(mark) {
    return mark.severity && this.buttons[this.level(mark) - 1]?.firstChild.textContent.trim();
  }
}

export function start(panel, signal) {
  for (const question of panel.querySelectorAll(".spans")) new Marking(question, signal);
}
