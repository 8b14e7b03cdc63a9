// Submits the HIT in one request and goes on to the next; what cannot be sent is kept and sent later, once.

import { say } from "./announcing.js";
import { forget, keep, keptAt, post, repeating, startOutbox } from "./outbox.js";
import { CHOICES, closed } from "./panels.js";

const OURS = ["csrfmiddlewaretoken", "action", "seen", "confirmed"];
const SLOW = 500; // ms after which it is said that something is being sent
const words = (element) => element.textContent.replace(/\s+/g, " ").trim();

function question(field) {
  const asked =
    field.closest("[data-question]")?.querySelector("legend, .legend") ??
    field.closest("label")?.firstChild;
  return asked ? words(asked) : field.name;
}

const answer = (field) => (field.matches(CHOICES) ? words(field.closest("label")) : field.value);

// The form as it is sent, and as a person reads it.
function pack(form, path) {
  const unasked = [...form.elements].filter(closed).map((field) => field.name);
  const fields = [...new FormData(form)].filter(
    ([name]) => !["csrfmiddlewaretoken", "action", ...unasked].includes(name),
  );
  const filled = [...form.elements].filter(
    (field) =>
      field.name &&
      !OURS.includes(field.name) &&
      !field.disabled &&
      !closed(field) &&
      field.value &&
      (field.checked || !field.matches(`${CHOICES}, button`)),
  );
  const title = words(document.querySelector(".bar-title"));
  return { path, fields, title, answers: filled.map((field) => [question(field), answer(field)]) };
}

function fillIn(form, fields) {
  for (const field of form.elements) {
    if (!field.name || OURS.includes(field.name)) continue;
    const chosen = field.matches(CHOICES);
    const value = fields.find(
      ([name, given]) => name === field.name && (!chosen || given === field.value),
    )?.[1];
    if (value === undefined && closed(field)) continue;
    if (chosen) field.checked = value !== undefined;
    else if (field.matches("textarea, input")) field.value = value ?? "";
  }
  form.dispatchEvent(new Event("change", { bubbles: true }));
}

// `go(html, path)` shows a page; false where it has to be navigated to.
export function startSending(form, signal, go) {
  const path = location.pathname;
  const button = form.querySelector("button[value=submit]");
  let entry; // what is to be sent, until the server has it
  let safe = true;
  const tell = startOutbox(signal, path);

  const take = () => {
    entry = pack(form, path);
    safe = keep(entry);
  };

  function answered(reply) {
    const sent = entry;
    entry = undefined;
    forget(path);
    say("");
    if (reply.status === 422) go(reply.html);
    else if (reply.status === 410) {
      keep({ ...sent, lost: reply.error, next: reply.next });
      tell();
      document.querySelector("[data-kept-answers]").scrollIntoView({ block: "nearest" });
    } else if (!(reply.html && go(reply.html, reply.next))) location.assign(reply.next);
  }

  const send = repeating(async () => {
    if (!entry) return true;
    button.setAttribute("aria-disabled", "true");
    const slow = setTimeout(() => say("going"), SLOW);
    const reply = await post(entry, "submit");
    clearTimeout(slow);
    button.removeAttribute("aria-disabled");
    if (signal.aborted) return true;
    if (reply.status) {
      answered(reply);
      return true;
    }
    const told = say(reply.refused ? "refused" : "away", { full: !safe });
    told?.scrollIntoView({ block: "nearest" });
    return Boolean(reply.refused);
  }, signal);

  form.addEventListener("submit", (event) => {
    if (event.submitter && event.submitter !== button) return; // it asks for something else, and says where
    event.preventDefault();
    take();
    send();
  });
  // Changed while it waits: the change is meant as well.
  form.addEventListener("input", () => entry && take());
  form.addEventListener("change", () => entry && take());

  const left = keptAt(path);
  if (left && !left.lost) {
    fillIn(form, left.fields);
    entry = left;
    send();
  }
}
