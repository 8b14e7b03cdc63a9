// The newest answers in this browser's own store, by person and HIT, until the server has them.
import { same } from "./answers.js";

const PREFIX = "rateroom-draft:";
const LONGEST = 3 * 24 * 3600 * 1000;

export class LocalDraft {
  constructor({ person, batch, draft }) {
    this.own = `${PREFIX}${person}:${batch}:`;
    this.key = this.own + draft;
  }

  read() {
    try {
      return JSON.parse(localStorage.getItem(this.key));
    } catch {
      return null;
    }
  }

  // What was kept before, and how it stands to the page, which shows `data` at `revision` as `savedBy` has saved it:
  // "newer", "apart" where another page has saved since, or none of both: then it is forgotten.
  found({ revision, savedBy }, data) {
    const copy = this.read();
    const [writer, number] = savedBy.split(":");
    const ours = copy?.writer === writer;
    if (
      !copy ||
      (ours && copy.number <= Number(number)) ||
      (!copy.aside && same(copy.data, data))
    ) {
      this.forget();
      return {};
    }
    return { copy, fate: ours || copy.revision === Number(revision) ? "newer" : "apart" };
  }

  // Whether it is kept now: a store may be full or forbidden.
  write(copy) {
    try {
      localStorage.setItem(this.key, JSON.stringify(copy));
      return true;
    } catch {
      return false;
    }
  }

  forget() {
    try {
      localStorage.removeItem(this.key);
    } catch {
      // a forbidden store holds nothing
    }
  }

  // A person holds one HIT of a batch at a time, so what is kept of another one of it is over.
  tidy() {
    try {
      for (const key of Object.keys(localStorage).filter(
        (one) => one.startsWith(PREFIX) && one !== this.key,
      )) {
        const old = Date.now() - new Date(JSON.parse(localStorage.getItem(key)).at) > LONGEST;
        if (old || key.startsWith(this.own)) localStorage.removeItem(key);
      }
    } catch {
      // a forbidden store holds nothing
    }
  }
}
