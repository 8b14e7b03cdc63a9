// The rubric editor: CodeMirror over the plain text field, mistakes at their line and listed below it,
// and the page drawn anew at every pause. Without it the text field and its buttons do.
import {
  acceptCompletion,
  autocompletion,
  basicSetup,
  EditorState,
  EditorView,
  HighlightStyle,
  indentUnit,
  keymap,
  lintGutter,
  setDiagnostics,
  syntaxHighlighting,
  tags,
  yaml,
} from "../../vendor/codemirror/codemirror.js";
import { completeFrom } from "./rubric_completion.js";

const WAIT = 500;
const form = document.getElementById("rubric-form");
const text = form.querySelector("textarea");
const host = form.querySelector("[data-editor]");
const list = form.querySelector("[data-problems]");
const state = form.querySelector("[data-state]");
const show = form.querySelector("[data-show]");
const language = form.querySelector("[data-language]");
const frame = document.getElementsByName("rubric-page")[0];
let timer;
let turn = 0;
let scrolled = 0;

// Colours are the page's own, which reach into the shadow root.
const LOOK = EditorView.theme({
  "&": { height: "100%", color: "var(--ink)", backgroundColor: "var(--paper)" },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": { fontFamily: "ui-monospace, monospace", fontSize: "13px", lineHeight: "1.5" },
  ".cm-gutters": { color: "var(--quiet)", backgroundColor: "var(--ground)", border: "0" },
  ".cm-content": { caretColor: "var(--ink)" },
  ".cm-cursor, .cm-dropCursor": { borderLeftColor: "var(--ink)" },
  ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: "var(--sunken)" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground":
    { backgroundColor: "var(--accent-soft)" },
  ".cm-selectionMatch": { backgroundColor: "var(--accent-soft)" },
  ".cm-tooltip, .cm-panels": {
    color: "var(--ink)",
    backgroundColor: "var(--paper)",
    border: "1px solid var(--line-strong)",
  },
  ".cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]": {
    color: "var(--accent-ink)",
    backgroundColor: "var(--accent)",
  },
  ".cm-completionInfo": { maxWidth: "18rem" },
  ".cm-panel input, .cm-panel button": { color: "inherit", backgroundColor: "var(--ground)" },
  ".cm-foldPlaceholder": { color: "inherit", backgroundColor: "var(--sunken)" },
});
const COLOURS = HighlightStyle.define([
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: "var(--accent)" },
  { tag: [tags.keyword, tags.bool, tags.number, tags.atom], color: "var(--code-value)" },
  { tag: [tags.string, tags.special(tags.string)], color: "var(--code-text)" },
  { tag: [tags.comment, tags.lineComment], color: "var(--quiet)", fontStyle: "italic" },
  { tag: [tags.punctuation, tags.separator, tags.squareBracket], color: "var(--quiet)" },
]);

// In a shadow root the editor's styles are adopted sheets, which the page's policy allows.
function mount(schema) {
  host.hidden = false;
  form.querySelector("[data-plain]").hidden = true;
  const root = host.attachShadow({ mode: "open" });
  return new EditorView({
    parent: root,
    root,
    state: EditorState.create({
      doc: text.value,
      extensions: [
        basicSetup,
        yaml(),
        indentUnit.of("  "),
        lintGutter(),
        autocompletion({ override: [completeFrom(schema)] }),
        keymap.of([{ key: "Tab", run: acceptCompletion }]),
        syntaxHighlighting(COLOURS),
        LOOK,
        EditorView.lineWrapping,
        EditorView.contentAttributes.of({ "aria-label": host.dataset.label, tabindex: "0" }),
        EditorView.updateListener.of((update) => update.docChanged && changed(update.state)),
      ],
    }),
  });
}

function changed(editorState) {
  text.value = editorState.doc.toString();
  clearTimeout(timer);
  timer = setTimeout(check, WAIT);
}

function goTo(number) {
  const line = view.state.doc.line(Math.min(number, view.state.doc.lines));
  view.dispatch({ selection: { anchor: line.from, head: line.to }, scrollIntoView: true });
  view.focus();
}

// Problems at their lines; those of the file as a whole at its first.
function mark(problems) {
  const { doc } = view.state;
  const diagnostics = problems.map((problem) => {
    const line = doc.line(Math.min(problem.line ?? 1, doc.lines));
    const from = line.from + (line.length - line.text.trimStart().length);
    return { from, to: line.to, severity: "error", message: problem.text };
  });
  view.dispatch(setDiagnostics(view.state, diagnostics));
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
  mark(problems);
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

list.addEventListener("click", (event) => {
  const item = event.target.closest("[data-line]");
  if (item) goTo(Number(item.dataset.line));
});
frame.addEventListener("load", () => frame.contentWindow?.scrollTo(0, scrolled));

const reply = await fetch(host.dataset.schema);
const view = mount(await reply.json());
check();
