// On pages other than a HIT's: sends answers that an earlier page could not send.
import { startOutbox } from "./outbox.js";

startOutbox(new AbortController().signal);
