// Submissions that the server has not acknowledged: kept in this browser for their person, and sent until it has them.
import { say, show } from "./announcing.js";

const PREFIX = "rateroom-unsent:";
const PATIENCE = 20_000; // ms until a request that hangs counts as failed: the server takes a repeat as the same
const KEEPALIVE = 60_000; // characters that a browser still sends when its page is closed meanwhile
const PAUSES = [2_000, 60_000]; // ms between attempts: the first and the longest

const own = () => `${PREFIX}${document.getElementById("sending").dataset.user}:`;

// `entry`: {path, fields: [[name, value]], title, answers: [[question, answer]]}; false where the browser keeps nothing.
export function keep(entry) {
  try {
    localStorage.setItem(own() + entry.path, JSON.stringify(entry));
    return true;
  } catch {
    return false;
  }
}

export const forget = (path) => localStorage.removeItem(own() + path);
export const keptAt = (path) => JSON.parse(localStorage.getItem(own() + path));
const keptPaths = () =>
  Object.keys(localStorage).flatMap((key) =>
    key.startsWith(own()) ? [key.slice(own().length)] : [],
  );

// Read when it is needed: logging in again in another tab changes it.
export const token = () =>
  /(?:^|; )(?:__Host-)?csrftoken=([^;]+)/.exec(document.cookie)?.[1] ??
  document.querySelector("[name=csrfmiddlewaretoken]").value;

// What the server says: {status, …its reply}; {refused} without a login of this person's; {} without an answer of ours.
export async function post({ path, fields }, action) {
  const body = new URLSearchParams([...fields, ["action", action]]);
  try {
    const response = await fetch(path, {
      method: "POST",
      headers: { Accept: "application/json", "X-CSRFToken": token() },
      body,
      redirect: "manual",
      keepalive: `${body}`.length < KEEPALIVE,
      signal: AbortSignal.timeout(PATIENCE),
    });
    if (response.type === "opaqueredirect" || [401, 403, 404].includes(response.status))
      return { refused: true };
    if ([200, 410, 422].includes(response.status))
      return { status: response.status, ...(await response.json()) };
  } catch {
    // Offline, cut off in the middle, or somebody else's page: it is the same as no answer.
  }
  return {};
}

// Returns a function that makes `attempt()` until it is true: at once, when the network is back, and ever more rarely.
export function repeating(attempt, signal) {
  let [timer, tries, busy] = [undefined, 0, false];
  async function run() {
    if (busy) return;
    busy = true;
    clearTimeout(timer);
    const done = await attempt();
    busy = false;
    if (done) tries = 0;
    else if (!signal.aborted)
      timer = setTimeout(
        run,
        Math.min(PAUSES[0] * 2 ** tries++, PAUSES[1]) * (0.5 + Math.random()),
      );
  }
  addEventListener("online", run, { signal });
  signal.addEventListener("abort", () => clearTimeout(timer));
  return run;
}

// Store one that was left behind; true when there is nothing more to be done without the person.
async function sendKept(path) {
  const entry = keptAt(path);
  if (!entry || entry.lost || entry.look) return true;
  const reply = await post(entry, "keep");
  if (reply.status === 200) {
    forget(path);
    say("sent");
  } else if (reply.status === 410) {
    keep({ ...entry, lost: reply.error, next: reply.next });
  } else if (reply.status === 422) {
    keep({ ...entry, look: true });
  } else {
    say(reply.refused ? "refused" : "away");
    return Boolean(reply.refused);
  }
  return true;
}

// Sends what other pages left behind; the page at `except` sees to its own.
export function startOutbox(signal, except) {
  const paths = () => keptPaths().filter((path) => path !== except || keptAt(path)?.lost);
  const tell = () =>
    show(
      paths()
        .map(keptAt)
        .filter((entry) => entry?.lost || entry?.look),
      (entry) => {
        forget(entry.path);
        tell();
      },
    );
  const run = repeating(async () => {
    let done = true;
    for (const path of paths()) done = (await sendKept(path)) && done;
    if (!signal.aborted) tell();
    return done;
  }, signal);
  run();
  return tell;
}
