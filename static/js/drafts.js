// Saves what is filled in, within a second of the last change. The revision only grows; a stale tab is told.

const WAIT = 700;
const AGAIN = 5000;

function collect(form) {
  const data = {};
  for (const [name, value] of new FormData(form)) {
    if (!["csrfmiddlewaretoken", "action", "confirmed"].includes(name) && value !== "") data[name] = value;
  }
  return data;
}

export function startDrafts(form) {
  const status = form.querySelector("[data-save-status]");
  let revision = Number(form.dataset.revision);
  let timer;
  let busy = false;
  let dirty = false;
  let over = false;

  const say = (text, problem = false) => {
    status.textContent = text;
    status.toggleAttribute("data-problem", problem);
  };

  async function save() {
    if (busy || over) return;
    busy = true;
    dirty = false;
    say(form.dataset.saving);
    let wait = 0;
    try {
      const response = await fetch(form.dataset.draft, {
        method: "POST",
        headers: { "Content-Type": "application/json", "X-CSRFToken": form.elements.csrfmiddlewaretoken.value },
        body: JSON.stringify({ revision, data: collect(form) }),
        keepalive: true,
      });
      const reply = await response.json();
      if (response.ok) {
        revision = form.dataset.revision = reply.revision;
        say(`${form.dataset.saved} ${reply.saved}`);
      } else {
        // Another tab is ahead, or the HIT has ended: more of the same cannot help.
        over = true;
        say(reply.error, true);
      }
    } catch {
      dirty = true;
      wait = AGAIN;
      say(form.dataset.unsaved, true);
    }
    busy = false;
    if (dirty) schedule(wait || WAIT);
  }

  function schedule(wait = WAIT) {
    clearTimeout(timer);
    timer = setTimeout(save, wait);
  }

  const changed = () => {
    dirty = true;
    schedule();
  };
  form.addEventListener("input", changed);
  form.addEventListener("change", changed);
  form.addEventListener("submit", () => {
    over = true;
    clearTimeout(timer);
  });
  addEventListener("online", () => dirty && schedule(0));
}
