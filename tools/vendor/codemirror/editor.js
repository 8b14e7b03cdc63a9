// What the rubric editor takes of CodeMirror; build.sh makes static/vendor/codemirror/codemirror.js of it.
export { acceptCompletion, autocompletion, startCompletion } from "@codemirror/autocomplete";
export { indentWithTab } from "@codemirror/commands";
export { yaml } from "@codemirror/lang-yaml";
export { HighlightStyle, indentUnit, syntaxHighlighting } from "@codemirror/language";
export { lintGutter, setDiagnostics } from "@codemirror/lint";
export { EditorState } from "@codemirror/state";
export { EditorView, keymap } from "@codemirror/view";
export { tags } from "@lezer/highlight";
export { basicSetup } from "codemirror";
