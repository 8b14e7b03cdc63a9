// The words in which two outputs differ, marked when asked for. Works on text nodes: nothing is read as HTML.
import { keysAllowed } from "./keys.js";
import { seen } from "./seen.js";

const MOST = 9_000_000; // cells of the table: two texts of 3,000 differing words

// Which words of either list belong to no longest common subsequence: [Set of places in one, Set of places in other].
export function differing(one, other) {
  let start = 0;
  while (start < one.length && start < other.length && one[start] === other[start]) start += 1;
  let tail = 0;
  const room = Math.min(one.length, other.length) - start;
  while (tail < room && one[one.length - 1 - tail] === other[other.length - 1 - tail]) tail += 1;
  const [rows, columns] = [one.length - start - tail, other.length - start - tail];
  const marked = [new Set(), new Set()];
  const width = columns + 1;
  // Beyond that length everything between the common ends counts as different.
  const table = rows * columns <= MOST ? new Uint16Array((rows + 1) * width) : undefined;
  if (table) {
    for (let row = rows - 1; row >= 0; row -= 1) {
      for (let column = columns - 1; column >= 0; column -= 1) {
        const same = one[start + row] === other[start + column];
        const at = row * width + column;
        table[at] = same ? table[at + width + 1] + 1 : Math.max(table[at + width], table[at + 1]);
      }
    }
  }
  let [row, column] = [0, 0];
  while (row < rows || column < columns) {
    if (table && row < rows && column < columns && one[start + row] === other[start + column]) {
      row += 1;
      column += 1;
    } else if (
      row < rows &&
      (column === columns ||
        !table ||
        table[(row + 1) * width + column] >= table[row * width + column + 1])
    ) {
      marked[0].add(start + row++);
    } else {
      marked[1].add(start + column++);
    }
  }
  return marked;
}

// Every word of an element's text nodes: {node, from, to, text}, a run of letters and digits or a single sign.
function wordsOf(element) {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  const words = [];
  while (walker.nextNode()) {
    const node = walker.currentNode;
    for (const { 0: text, index } of node.data.matchAll(
      /[\p{L}\p{M}\p{N}]+|[^\s\p{L}\p{M}\p{N}]/gu,
    )) {
      words.push({ node, from: index, to: index + text.length, text });
    }
  }
  return words;
}

// Neighbouring words of one text node are marked as one.
function runs(words, places) {
  const found = [];
  for (const place of [...places].sort((one, other) => one - other)) {
    const last = found.at(-1);
    if (last?.place === place - 1 && last.node === words[place].node)
      Object.assign(last, { place, to: words[place].to });
    else found.push({ ...words[place], place });
  }
  return found;
}

function mark(words, places) {
  const pieces = new Map();
  for (const run of runs(words, places))
    (pieces.get(run.node) ?? pieces.set(run.node, []).get(run.node)).push(run);
  for (const [node, found] of pieces) {
    const parts = [];
    let done = 0;
    for (const { from, to } of found) {
      const wrapper = document.createElement("mark");
      wrapper.className = "differs";
      wrapper.textContent = node.data.slice(from, to);
      parts.push(node.data.slice(done, from), wrapper);
      done = to;
    }
    node.replaceWith(...parts, node.data.slice(done));
  }
}

function unmark(element) {
  for (const wrapper of element.querySelectorAll("mark.differs"))
    wrapper.replaceWith(...wrapper.childNodes);
  element.normalize();
}

function startBlock(block, signal) {
  const texts = [...block.querySelectorAll("[data-output-text]")];
  if (texts.length !== 2) return;
  const button = block.querySelector("[data-differences-toggle]");
  block.querySelector("[data-differences-tools]").hidden = false;
  button.addEventListener("click", () => {
    const on = button.getAttribute("aria-pressed") !== "true";
    button.setAttribute("aria-pressed", on);
    texts.forEach(unmark);
    if (!on) return;
    seen.set("differences_marked", 1);
    const words = texts.map(wordsOf);
    const places = differing(...words.map((all) => all.map((word) => word.text)));
    for (const [number, all] of words.entries()) mark(all, places[number]);
  });
  document.addEventListener(
    "keydown",
    (event) => {
      if (event.key === "d" && keysAllowed(event)) button.click();
    },
    { signal },
  );
}

export function startDifferences(signal) {
  for (const block of document.querySelectorAll("[data-differences]")) startBlock(block, signal);
}
