// Puts a HIT's page that came with a reply in the place of the one on screen.

// The origins of linked media, which a page's policy allows by name.
export const originsOf = (page) => page.querySelector("[data-origins]")?.dataset.origins ?? "";

let shown = location.pathname;
// Back and forward between HITs ask the server, as they do without a script.
addEventListener("popstate", () => location.pathname !== shown && location.reload());

// The page as a document; undefined where this document's policy does not fit it.
export function readPage(html) {
  const page = new DOMParser().parseFromString(html, "text/html");
  return originsOf(page) === originsOf(document) ? page : undefined;
}

export function putIn(page, path = shown) {
  if (path !== shown) history.pushState(null, "", path);
  shown = path;
  document.title = page.title;
  document.body.replaceWith(document.adoptNode(page.body));
}
