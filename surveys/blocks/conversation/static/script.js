// Search in a conversation: from one turn that holds the words to the next, with what is folded around them opened.
const FOUND = "turn-found";

export function start(conversation) {
  const box = conversation.querySelector("[data-turn-search]");
  const [input, next, told] = ["input", "[data-turn-next]", "output"].map((selector) =>
    box.querySelector(selector),
  );
  const turns = [...conversation.querySelectorAll("[data-turn]")];
  const holds = (element) => element.textContent.toLowerCase().includes(words);
  let [words, found, place] = ["", [], -1];

  function tell() {
    next.disabled = !found.length;
    told.value = words ? `${place + 1} / ${found.length}` : "";
  }

  function search() {
    words = input.value.trim().toLowerCase();
    [found, place] = [words ? turns.filter(holds) : [], -1];
    conversation.querySelector(`.${FOUND}`)?.classList.remove(FOUND);
    tell();
  }

  function go(step) {
    if (!found.length) return;
    found[place]?.classList.remove(FOUND);
    place = (place + step + found.length) % found.length;
    const turn = found[place];
    turn.classList.add(FOUND);
    for (const folded of turn.querySelectorAll("details")) folded.open ||= holds(folded);
    turn.scrollIntoView({ block: "nearest" });
    tell();
  }

  input.addEventListener("input", search);
  input.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    go(event.shiftKey ? -1 : 1);
  });
  next.addEventListener("click", () => go(1));
  tell();
  box.hidden = false;
}
