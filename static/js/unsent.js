// On pages other than a HIT's: sends answers that an earlier page could not send, and tells times as the person's clock.
import { startOutbox } from "./outbox.js";
import { forgetDone } from "./page_draft.js";
import "./times.js";

startOutbox(new AbortController().signal);
if (!document.querySelector("[data-page-draft]")) forgetDone();
