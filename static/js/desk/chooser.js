// What is ticked while matches are asked for would be lost with the boxes that the answer replaces.
// Inert boxes are sent all the same, as disabled ones would not be.
const boxesOf = (event) =>
  event.detail.ctx.sourceElement.closest(".chooser")?.querySelector(".chooser-boxes") ?? {};
document.addEventListener("htmx:before:request", (event) => {
  boxesOf(event).inert = true;
});
document.addEventListener("htmx:finally:request", (event) => {
  boxesOf(event).inert = false;
});

// The first button of a form is the chooser's: Enter in another field presses the form's own.
document.addEventListener("keydown", (event) => {
  const { key, target } = event;
  const elements = [...(target.form?.elements ?? [])];
  if (key !== "Enter" || target.tagName !== "INPUT" || target.closest(".chooser .find")) return;
  if (!elements.some((element) => element.closest(".chooser"))) return;
  const own = elements.find((element) => element.type === "submit" && !element.closest(".chooser"));
  if (!own) return;
  event.preventDefault();
  target.form.requestSubmit(own);
});

// A chooser's matches are a part of its own page. An answer from another address has none, as where
// the session is over: the page itself is asked for then, and leads to where one logs in.
document.addEventListener("htmx:before:response", (event) => {
  const { sourceElement, response } = event.detail.ctx;
  if (!sourceElement.closest(".chooser") || !response.raw.redirected) return;
  event.preventDefault();
  location.reload();
});
