// A long form one page at a time. All answers are sent together from the last page.
import { CHOICES } from "./panels.js";

const isFilled = (field) => (field.matches(CHOICES) ? field.checked : field.value?.trim());

function pagesOf(form) {
  const pages = [];
  for (const element of form.querySelectorAll("[data-page], [data-panel]")) {
    if ("page" in element.dataset) pages.push({ heading: element, panels: [] });
    else pages.at(-1)?.panels.push(element);
  }
  return pages;
}

// A page whose sections are all closed is passed over.
const isOpen = ({ panels }) => panels.some((panel) => !panel.hidden);
const isStarted = ({ panels }) =>
  panels.some((panel) => !panel.hidden && [...panel.querySelectorAll("[name]")].some(isFilled));

export function startPages(form, signal) {
  const pages = pagesOf(form);
  if (!pages.length) return;
  const nav = form.querySelector("[data-pages]");
  const back = nav.querySelector("[data-back]");
  const next = nav.querySelector("[data-next]");
  const submit = form.querySelector("button.big:not([type=button])");
  let current;

  const before = () => pages.slice(0, pages.indexOf(current)).findLast(isOpen);
  const after = () => pages.slice(pages.indexOf(current) + 1).find(isOpen);

  function show(page = current) {
    current = page;
    if (!isOpen(current)) current = before() ?? pages[0];
    for (const { heading, panels } of pages) {
      heading.hidden = heading !== current.heading;
      for (const panel of panels) panel.toggleAttribute("data-elsewhere", heading.hidden);
    }
    back.hidden = !before();
    next.hidden = !after();
    submit.hidden = !next.hidden;
  }

  function turn(page) {
    show(page);
    current.heading.focus({ preventScroll: true });
    current.heading.scrollIntoView({ block: "start", behavior: "instant" });
  }

  const pageOf = (link) => {
    const target = link && document.getElementById(decodeURIComponent(link.hash.slice(1)));
    return target && pages.find(({ panels }) => panels.includes(target.closest("[data-panel]")));
  };

  back.addEventListener("click", () => turn(before()));
  next.addEventListener("click", () => turn(after()));
  form.addEventListener("input", () => show());
  form.addEventListener("change", () => show());
  form.addEventListener("click", ({ target }) =>
    show(pageOf(target.closest("a[href^='#']")) ?? current),
  );
  document.addEventListener(
    "submit",
    (event) => {
      if (event.target !== form || next.hidden) return;
      if (event.submitter && event.submitter !== submit) return; // stopping is free
      event.preventDefault();
      event.stopImmediatePropagation();
      turn(after());
    },
    { capture: true, signal },
  );

  nav.hidden = false;
  const summary = document.getElementById("error-summary");
  const last = pages.findLast(summary ? isOpen : isStarted);
  show(pageOf(summary?.querySelector("a[href^='#']")) ?? last ?? pages[0]);
}
