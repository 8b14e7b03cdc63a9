// Saves what is filled in within a second of a change. While the server is away the browser keeps it and tries again; a
// page that is behind asks which answers to go on with.
import { collect, completed, fill, same } from "./answers.js";
import { startEarlier } from "./earlier.js";
import { LocalDraft } from "./local_draft.js";
import { behind, catchUp, takeUp } from "./reconciling.js";
import { ask, NOT_OURS, pageName, SaveStatus } from "./saving.js";

const WAIT = 700;
const LONGEST = 30_000;

class Drafts {
  constructor(form, signal) {
    this.form = form;
    this.status = new SaveStatus(form);
    this.localDraft = new LocalDraft(form.dataset);
    this.revision = Number(form.dataset.revision);
    this.writer = pageName();
    // The newest state of the form, the last one sent, and the last one that the server is known to have.
    this.number = this.sent = this.acknowledged = 0;
    this.failures = 0;
    this.note = "";
    this.listen(signal);
  }

  get dirty() {
    return this.number !== this.acknowledged;
  }

  listen(signal) {
    const on = (target, names, act) => {
      for (const name of names) target.addEventListener(name, act, { signal });
    };
    on(this.form, ["input", "change"], () => this.filling || this.changed());
    on(this.form, ["submit"], () => {
      this.paused = true;
    });
    on(window, ["online"], () => this.save());
    on(window, ["pagehide"], () => this.save());
    on(window, ["pageshow"], (event) => {
      this.paused = false;
      if (event.persisted) catchUp(this);
    });
    on(document, ["visibilitychange"], () =>
      document.hidden || this.dirty ? this.save() : catchUp(this),
    );
    signal?.addEventListener("abort", () => {
      this.over = true;
      clearTimeout(this.timer);
    });
    startEarlier(this.form, {
      read: async () => (await ask(this.form))?.earlier ?? null,
      current: () => collect(this.form),
      restore: (version) =>
        this.goOnWith(version.data, {
          aside: collect(this.form),
          note: "restored",
          at: version.saved,
        }),
      signal,
    });
  }

  start() {
    this.localDraft.tidy();
    this.basedOn(this.revision);
    this.last = collect(this.form);
    takeUp(this, this.last);
  }

  basedOn(revision) {
    this.revision = this.form.dataset.revision = revision;
    this.status.offerEarlier(revision > 0);
  }

  // Put `data` into the form and save it; `aside` becomes an earlier version.
  goOnWith(data, { aside, note, at }) {
    this.put(data);
    this.aside = aside;
    this.note = note ? `${this.status.at(note, at)} ` : "";
    this.touch(0);
  }

  put(data) {
    this.filling = true;
    fill(this.form, data);
    this.filling = false;
    this.last = collect(this.form);
  }

  changed() {
    // Leaving a field says "change" once more for what is saved already.
    if (!this.dirty && same(collect(this.form), this.last)) return;
    this.note = "";
    this.touch();
  }

  touch(wait = WAIT) {
    this.paused = false;
    if (this.over || this.asking) return;
    if (this.number === this.sent) this.number += 1;
    this.keep();
    // Neither typing on nor a server that is away puts a save off.
    if (wait === 0 || !this.timer) this.schedule(wait);
  }

  keep() {
    const { writer, number, revision, aside } = this;
    this.safe = this.localDraft.write({
      writer,
      number,
      revision,
      aside,
      data: collect(this.form),
      at: new Date().toISOString(),
    });
  }

  schedule(wait) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.save(), wait);
  }

  async save() {
    clearTimeout(this.timer);
    this.timer = undefined;
    if (this.busy || this.over || this.paused || this.asking || !this.dirty) return;
    this.busy = true;
    this.sent = this.number;
    const { revision, writer, sent, aside } = this;
    const data = collect(this.form);
    if (!this.failures) this.status.say(this.note || this.status.texts.saving);
    const reply = await ask(this.form, {
      revision,
      data,
      writer,
      number: sent,
      complete: completed(this.form),
      aside,
    });
    this.busy = false;
    if (this.over) return;
    if (reply?.status === 200) this.taken(reply, data, aside);
    else if (reply?.status === 409) behind(this, reply, data);
    else if (reply?.status === 410) this.end(reply);
    else this.failed(reply);
  }

  taken(reply, data, aside) {
    this.acknowledged = this.sent;
    this.last = data;
    this.basedOn(reply.revision);
    this.failures = 0;
    this.status.showLogin(false);
    if (this.aside === aside) this.aside = undefined;
    if (this.dirty) {
      this.keep();
      this.schedule(WAIT);
      return;
    }
    // Another tab may keep its own there by now.
    if ([this.writer, this.parent?.writer].includes(this.localDraft.read()?.writer))
      this.localDraft.forget();
    this.status.say(`${this.note}${this.status.at("saved", reply.saved)}`);
  }

  end(reply) {
    this.over = true;
    this.localDraft.forget();
    this.status.say(reply.error, true);
  }

  failed(reply) {
    this.failures += 1;
    const signedOut = NOT_OURS.includes(reply?.status);
    this.status.showLogin(signedOut);
    this.status.say(
      this.status.texts[signedOut ? "signedout" : this.safe ? "kept" : "unsaved"],
      true,
    );
    const wait = signedOut ? LONGEST : Math.min(LONGEST, 1000 * 2 ** Math.min(this.failures, 5));
    this.schedule(wait * (0.5 + Math.random() / 2));
  }
}

// `signal` ends it, for a form that is replaced without leaving the page.
export function startDrafts(form, { signal } = {}) {
  new Drafts(form, signal).start();
}
