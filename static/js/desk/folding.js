// Sections that a phone folds behind their headings are open on a wide screen; what renews a part
// of the page leaves what somebody opened.
const wide = matchMedia("(width >= 48rem)");

const unfold = () => {
  if (!wide.matches) return;
  for (const each of document.querySelectorAll(".wide-open:not([data-opened])")) {
    each.open = true;
    each.dataset.opened = "";
  }
};
unfold();
wide.addEventListener("change", unfold);

let open = [];
document.addEventListener("htmx:before:swap", () => {
  open = [...document.querySelectorAll("details[open][id]")].map((each) => each.id);
});
document.addEventListener("htmx:after:swap", () => {
  for (const id of open) document.getElementById(id)?.setAttribute("open", "");
});
