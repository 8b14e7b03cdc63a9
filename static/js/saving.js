// Asking the server about drafts, and saying beside the form's button what became of it.
import { clock } from "./answers.js";

const PATIENCE = 15_000;
const KEEPALIVE = 60_000; // bytes; browsers refuse more to a request that outlives its page
// On the way to the login page, or logged in anew as the same or another person.
export const NOT_OURS = [0, 403, 404];

// A name for one page, unlike any other's.
export const pageName = () =>
  [...crypto.getRandomValues(new Uint8Array(16))]
    .map((one) => one.toString(16).padStart(2, "0"))
    .join("");

// Logging in anew in another tab changes the token that goes with every form.
function token(form) {
  const fresh = document.cookie.match(/(?:^|; )(?:__Host-)?csrftoken=([^;]+)/)?.[1];
  if (fresh) form.elements.csrfmiddlewaretoken.value = fresh;
  return form.elements.csrfmiddlewaretoken.value;
}

// POST `body`, or GET without one: the reply with its `status`, 0 for a redirect; undefined where none came.
export async function ask(form, body) {
  const bytes = body && new TextEncoder().encode(JSON.stringify(body));
  try {
    const response = await fetch(form.dataset.draft, {
      method: body ? "POST" : "GET",
      headers: { "Content-Type": "application/json", "X-CSRFToken": token(form) },
      body: bytes,
      redirect: "manual",
      keepalive: Boolean(bytes) && bytes.length < KEEPALIVE,
      signal: AbortSignal.timeout(PATIENCE),
    });
    const json = response.headers.get("Content-Type")?.includes("json");
    return { ...(json ? await response.json() : {}), status: response.status };
  } catch {
    return undefined;
  }
}

export class SaveStatus {
  constructor(form) {
    this.place = form.querySelector("[data-save-status]");
    this.texts = this.place.dataset;
    this.login = form.querySelector("[data-login]");
    this.earlier = form.querySelector("[data-earlier]");
  }

  say(text, problem = false) {
    this.place.textContent = text;
    this.place.toggleAttribute("data-problem", problem);
  }

  at(name, moment) {
    return this.texts[name].replace("{time}", clock(moment));
  }

  offerEarlier(there) {
    this.earlier.hidden = !there;
  }

  showLogin(shown) {
    this.login.hidden = !shown;
    this.login.href = `${this.login.dataset.login}?next=${encodeURIComponent(location.pathname)}`;
  }
}
