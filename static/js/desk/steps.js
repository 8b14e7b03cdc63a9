// A new batch in steps: fields that do not apply are hidden, the cost follows the numbers, and
// Ctrl+Enter continues.

const form = document.getElementById("step");
const box = document.querySelector("[data-cost]");
let isChanged = false;
const value = (name) => {
  const control = form?.elements[name];
  return control instanceof RadioNodeList ? control.value : control?.value;
};

function showWhatApplies() {
  for (const part of document.querySelectorAll("[data-when]")) {
    const [name, values] = part.dataset.when.split("=");
    part.hidden = !values.split(",").includes(value(name));
  }
}

// Amounts as whole cents, so that sums are exact.
function cents(text) {
  const match = /^\s*(\d{0,9})(?:[.,](\d{1,2}))?\s*$/.exec(text ?? "");
  return match && (match[1] || match[2])
    ? Number(match[1] || 0) * 100 + Number((match[2] ?? "").padEnd(2, "0"))
    : null;
}

function feeOf(reward, annotators) {
  if (value("fee_rule") === "flat") return cents(value("flat_fee"));
  if (value("fee_rule") === "panel") {
    const share = Math.round(Number((value("fee_rate") ?? "").replace(",", ".")) * 10000);
    return Math.floor((reward * share + 5000) / 10000);
  }
  return Math.max(1, Math.round((reward * (annotators >= 10 ? 40 : 20)) / 100));
}

function tell(figure, text) {
  for (const place of document.querySelectorAll(`[data-figure="${figure}"]`))
    place.textContent = text;
}

// What a HIT pays: as typed, or its part of a sitting, where that comes out in whole cents.
function rewardOfHit() {
  if (value("work_by") !== "sitting") return cents(value("reward"));
  const whole = cents(value("sitting_reward"));
  const reward = whole === null ? null : whole / Number(value("sitting_hits"));
  return Number.isInteger(reward) ? reward : null;
}

function drawCost() {
  if (!box || !form?.elements.reward) return;
  const reward = rewardOfHit();
  const annotators = Number(value("annotators_per_hit"));
  const overlap = Number(value("overlap_percent"));
  const more = overlap ? Math.max(0, Number(value("overlap_annotators")) - annotators) : 0;
  const fee = feeOf(reward, annotators + more);
  if (reward === null || fee === null || !Number.isInteger(annotators) || annotators < 1) return;
  const language = document.documentElement.lang;
  const money = (amount) =>
    (amount / 100).toLocaleString(language, { style: "currency", currency: box.dataset.currency });
  // As hits/batches/cost_preview.py.
  const items = Number(box.dataset.items);
  const overlapping = Math.max(1, Math.floor((items * overlap + 50) / 100));
  const assignments =
    Number(box.dataset.perItem) * (items * annotators + (more ? overlapping * more : 0));
  // As hits/money/escrow.py.
  const percent = Number(box.dataset.checksPercent);
  const checks =
    Math.ceil((assignments * percent) / (100 - percent)) + Number(box.dataset.checksAtBeginning);
  const paid = assignments + checks;
  const left =
    cents(box.dataset.available.replace("-", "")) *
    (box.dataset.available.startsWith("-") ? -1 : 1);
  const seconds = Number((value("expected_seconds") ?? "").replace(",", ".")) * 60;
  tell("assignments", assignments.toLocaleString(language));
  tell("checks", checks.toLocaleString(language));
  tell("rewards", money(paid * reward));
  tell("fees", money(paid * fee));
  if (value("work_by") === "sitting")
    tell("sittings", Math.ceil(paid / Number(value("sitting_hits"))).toLocaleString(language));
  const total = paid * (reward + fee) + (cents(box.dataset.training) ?? 0);
  tell("total", money(total));
  tell("left", money(left - total));
  const hourly = seconds >= 1 ? Math.round((reward * 3600) / seconds) : null;
  tell("hourly", hourly === null ? "–" : money(hourly));
  const isBelow = hourly !== null && hourly < (cents(box.dataset.floor) ?? 0);
  document.querySelector("[data-below]").hidden = !isBelow;
  const belowLeast = document.querySelector("[data-below-least]");
  if (belowLeast) belowLeast.hidden = hourly === null || hourly >= (cents(box.dataset.least) ?? 0);
  document.querySelector('[data-figure="hourly"]').classList.toggle("below", isBelow);
}

form?.addEventListener("input", () => {
  showWhatApplies();
  drawCost();
  isChanged = true;
  const saved = document.querySelector(".form-foot .saved");
  if (saved) saved.hidden = true;
});
// A link saves the page first. If that fails, the page is sent as usual and says why.
document.addEventListener("click", async (event) => {
  const link = event.target.closest("a[href]:not([href^='#'], [target], [download])");
  if (!isChanged || !link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  const sent = { method: "POST", body: new FormData(form), redirect: "manual" };
  const answer = await fetch(location.href, sent).catch(() => null);
  if (answer?.type === "opaqueredirect") location.assign(link.href);
  else form.requestSubmit();
});
document.addEventListener("keydown", (event) => {
  if (event.isComposing || event.repeat) return;
  if (event.ctrlKey && event.key === "Enter") document.querySelector("[data-continue]")?.click();
});
showWhatApplies();
document.querySelector(".error-summary[tabindex]")?.focus();
// A finished import leads on from its own page, but not if someone opens it from a list or comes back.
const [entry] = performance.getEntriesByType("navigation");
const wasHere = entry?.type === "reload" || document.referrer === location.href;
if (form?.hasAttribute("data-go-on") && entry?.type !== "back_forward" && wasHere)
  form.requestSubmit();
