// Answers that another page, or this browser's own store, has otherwise than the form: which of them to go on with.
import { collect, same } from "./answers.js";
import { choose } from "./earlier.js";
import { ask } from "./saving.js";

// A page begins: `data` is what it came with, and the browser may have kept something newer.
export function takeUp(drafts, data) {
  const { saved, posted } = drafts.form.dataset;
  const { copy, fate } = drafts.localDraft.found(drafts.form.dataset, data);
  drafts.parent = copy; // what comes back comes from that page's answers
  if (posted !== undefined)
    drafts.touch(0); // refused answers are newer than anything that was saved
  else if (fate === "newer")
    drafts.goOnWith(copy.data, { aside: copy.aside, note: "back", at: copy.at });
  else if (fate === "apart") settle(drafts, copy, { revision: drafts.revision, data, saved });
  else if (saved && Object.keys(data).length)
    drafts.status.say(drafts.status.at("continued", saved));
}

// A save was refused because another page has saved since.
export function behind(drafts, reply, data) {
  const { parent } = drafts;
  const own = parent && reply.writer === parent.writer && reply.number <= parent.number;
  if (own || drafts.aside || same(reply.data, data)) {
    // It is what these answers came from, or no other than they are: go on from there.
    drafts.revision = reply.revision;
    drafts.schedule(0);
  } else {
    settle(drafts, { data: collect(drafts.form), at: new Date() }, reply);
  }
}

// Two pages went apart: the person says which to go on with, and the other becomes an earlier version.
async function settle(drafts, mine, theirs) {
  drafts.asking = true;
  drafts.status.say(drafts.status.texts.newer, true);
  const chosen = await choose(theirs.saved, mine.at);
  if (drafts.over) return;
  drafts.asking = false;
  drafts.revision = theirs.revision;
  if (chosen === "newer")
    drafts.goOnWith(theirs.data, { aside: mine.data, note: "loaded", at: theirs.saved });
  else drafts.goOnWith(mine.data, {});
}

// Back at this page: another one may have gone on meanwhile.
export async function catchUp(drafts) {
  if (drafts.over || drafts.busy || drafts.dirty) return;
  const reply = await ask(drafts.form);
  if (drafts.over || drafts.busy || drafts.dirty) return;
  if (reply?.status === 410) drafts.end(reply);
  if (reply?.status !== 200 || reply.revision <= drafts.revision) return;
  drafts.basedOn(reply.revision);
  drafts.put(reply.data);
  drafts.status.say(drafts.status.at("continued", reply.saved));
}
