// The live part of a page: asks for itself every five seconds while somebody can see it. htmx
// fetches and swaps; its own "every 5s" would go on in hidden tabs, or need eval to be told of them.
import { tellTimes } from "../times.js";

const EVERY = 5000;
const live = document.querySelector("[data-live]");
const stale = document.querySelector("[data-live-stale]");
let asked = Date.now();

const ask = () => {
  if (document.hidden || Date.now() - asked < EVERY - 50) return;
  asked = Date.now();
  live.dispatchEvent(new Event("tick"));
};
setInterval(ask, EVERY);
document.addEventListener("visibilitychange", ask);

// A page of another address is not the part: the session is over, or the server is away.
live.addEventListener("htmx:before:response", (event) => {
  const { raw } = event.detail.ctx.response;
  if (raw.ok && !raw.redirected) return;
  event.preventDefault();
  stale.hidden = false;
});
live.addEventListener("htmx:error", () => {
  stale.hidden = false;
});
live.addEventListener("htmx:after:swap", () => {
  stale.hidden = true;
  tellTimes();
});
