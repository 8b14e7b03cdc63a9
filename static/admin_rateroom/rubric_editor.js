// The rubric editor: line numbers, mistakes at their line, and the page drawn anew at every pause.

const WAIT = 500;
const form = document.getElementById("rubric-form");
const text = form.querySelector("textarea");
const lines = form.querySelector("[data-lines]");
const list = form.querySelector("[data-problems]");
const state = form.querySelector("[data-state]");
const show = form.querySelector("[data-show]");
const language = form.querySelector("[data-language]");
const frame = document.getElementsByName("rubric-page")[0];
let timer;
let turn = 0;
let scrolled = 0;

function numberLines() {
  const count = text.value.split("\n").length;
  if (lines.childElementCount === count) return;
  lines.replaceChildren(
    ...Array.from({ length: count }, (_, index) => {
      const line = document.createElement("span");
      line.textContent = `${index + 1}\n`;
      return line;
    }),
  );
}

function goTo(line) {
  const start =
    text.value
      .split("\n")
      .slice(0, line - 1)
      .join("\n").length + (line > 1 ? 1 : 0);
  const end = text.value.indexOf("\n", start);
  text.focus();
  text.setSelectionRange(start, end < 0 ? text.value.length : end);
  text.scrollTop = (line - 4) * (text.scrollHeight / text.value.split("\n").length);
}

function mark() {
  for (const line of lines.children) line.classList.remove("wrong");
  for (const item of list.querySelectorAll("[data-line]"))
    lines.children[item.dataset.line - 1]?.classList.add("wrong");
}

function tell(problems) {
  const items = problems.map((problem) => {
    const item = document.createElement("li");
    if (problem.line) {
      item.dataset.line = problem.line;
      const link = document.createElement("button");
      link.type = "button";
      link.textContent = problem.text;
      item.append(link);
    } else item.textContent = problem.text;
    return item;
  });
  const all = document.createElement("ul");
  all.append(...items);
  list.replaceChildren(...(items.length ? [all] : []));
  mark();
}

async function check() {
  const mine = ++turn;
  try {
    const reply = await fetch(show.formAction, {
      method: "POST",
      body: new FormData(form),
      headers: { Accept: "application/json" },
    });
    const { problems } = await reply.json();
    if (mine !== turn) return; // something newer is on its way
    tell(problems);
    state.textContent = problems.length ? state.dataset.bad : state.dataset.good;
    if (!problems.length) draw();
  } catch {
    state.textContent = state.dataset.away;
  }
}

function draw() {
  scrolled = frame.contentWindow?.scrollY ?? 0;
  language.value =
    frame.contentDocument?.getElementsByName(language.name)[0]?.value ?? language.value;
  form.requestSubmit(show);
}

text.addEventListener("input", () => {
  numberLines();
  clearTimeout(timer);
  timer = setTimeout(check, WAIT);
});
text.addEventListener("scroll", () => {
  lines.scrollTop = text.scrollTop;
});
list.addEventListener("click", (event) => {
  const item = event.target.closest("[data-line]");
  if (item) goTo(Number(item.dataset.line));
});
frame.addEventListener("load", () => frame.contentWindow?.scrollTo(0, scrolled));
numberLines();
mark();
if (text.value.trim()) check();
