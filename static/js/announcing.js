// Tells the person, in the page's words, what became of answers that were to be sent.

const region = () => document.getElementById("sending");

// Says one of the region's sentences, by its name; returns its place where that was not said already.
export function say(name, { full = false } = {}) {
  const place = region();
  const status = place.querySelector("[data-say]");
  const text = place.dataset[name] ?? "";
  const told = full ? `${text} ${place.dataset.full}` : text;
  const news = status.textContent !== told;
  if (news) status.textContent = told;
  status.toggleAttribute("data-problem", ["away", "refused"].includes(name));
  // Heard only: whoever sees the page sees that it is the next one.
  status.classList.toggle("visually-hidden", name === "moved");
  // The login leads back here, where the answers are then sent.
  const login = place.querySelector("[data-login]");
  login.hidden = name !== "refused";
  login.search = new URLSearchParams({ next: location.pathname });
  return news ? status : undefined;
}

// Answers that need their person: a place that was lost, or a question that the server has about them.
export function show(entries, dismiss) {
  const place = region();
  for (const old of place.querySelectorAll("[data-kept-answers]")) old.remove();
  for (const entry of entries) {
    const card = place.querySelector("template").content.firstElementChild.cloneNode(true);
    card.querySelector("[data-title]").textContent = entry.title;
    card.querySelector("[data-why]").textContent = entry.lost ?? place.dataset.look;
    const [look, next] = [
      card.querySelector("[data-look-again]"),
      card.querySelector("[data-go-on]"),
    ];
    [look.href, look.hidden] = [entry.path, Boolean(entry.lost)];
    [next.href, next.hidden] = [entry.next ?? "/", !entry.lost];
    const list = card.querySelector("dl");
    for (const [question, answer] of entry.answers) {
      const [term, words] = [document.createElement("dt"), document.createElement("dd")];
      [term.textContent, words.textContent] = [question, answer];
      list.append(term, words);
    }
    card.querySelector("[data-dismiss]").addEventListener("click", () => dismiss(entry));
    place.append(card);
  }
}
