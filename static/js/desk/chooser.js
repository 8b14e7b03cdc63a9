// A chooser's matches are a part of its own page. An answer from another address has none, as where
// the session is over: the page itself is asked for then, and leads to where one logs in.
document.addEventListener("htmx:before:response", (event) => {
  const { sourceElement, response } = event.detail.ctx;
  if (!sourceElement.closest(".chooser") || !response.raw.redirected) return;
  event.preventDefault();
  location.reload();
});
