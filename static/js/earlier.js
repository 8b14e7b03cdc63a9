// Two dialogs over drafts: earlier versions to bring back, and the choice between two that went apart.
import { clock, differing } from "./answers.js";

const WORDS = 60;

// The beginning of the first text that the version has otherwise.
function beginning(form, data, keys) {
  const key = keys.find((one) => data[one] && form.elements[one]?.matches?.("textarea"));
  const text = key ? data[key].trim() : "";
  return text.length > WORDS ? `${text.slice(0, WORDS)}…` : text;
}

function row(template, form, version, now, restore) {
  const item = template.content.cloneNode(true);
  const keys = differing(version.data, now);
  const put = (name, text) => {
    item.querySelector(`[data-${name}]`).textContent = text;
  };
  for (const place of item.querySelectorAll("[data-time]"))
    place.textContent = clock(version.saved);
  put("count", Object.keys(version.data).length);
  put("differing", keys.length);
  const words = beginning(form, version.data, keys);
  put("words", words);
  item.querySelector("[data-words]").hidden = !words;
  item.querySelector("button").addEventListener("click", () => restore(version));
  return item;
}

// `read` fetches the earlier versions, newest first, or null; `current` gives the answers as they stand.
export function startEarlier(form, { read, current, restore, signal }) {
  const box = document.getElementById("earlier");
  const list = box.querySelector("[data-versions]");
  const note = box.querySelector("[data-note]");
  const template = box.querySelector("template");
  const back = (version) => {
    box.close();
    restore(version);
  };
  form.querySelector("[data-earlier]").addEventListener(
    "click",
    async () => {
      list.replaceChildren();
      note.textContent = note.dataset.reading;
      box.showModal();
      const versions = await read();
      const now = current();
      const others = (versions ?? []).filter((one) => differing(one.data, now).length);
      list.replaceChildren(...others.map((one) => row(template, form, one, now, back)));
      if (!versions) note.textContent = note.dataset.failed;
      else note.textContent = others.length ? note.dataset.some : note.dataset.none;
    },
    { signal },
  );
}

// Ask which answers to go on with: "newer" or "mine". There is no third way, so the question stays until it is answered.
export function choose(newer, mine) {
  const box = document.getElementById("newer");
  box.querySelector("[data-newer]").textContent = clock(newer);
  box.querySelector("[data-mine]").textContent = clock(mine);
  box.returnValue = "";
  return new Promise((chosen) => {
    const ask = () => {
      if (box.returnValue) chosen(box.returnValue);
      else {
        box.addEventListener("close", ask, { once: true });
        box.showModal();
      }
    };
    ask();
  });
}
