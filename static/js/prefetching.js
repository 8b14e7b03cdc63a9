// Has the next HIT claimed and loads its media while this one is rated.
import { token } from "./outbox.js";
import { originsOf } from "./swapping.js";

const VIDEO = /\.(mp4|m4v|webm|ogv|mov)$/i; // a link, of which no more is known
const LONGEST = 5_000; // ms to wait for this HIT's own images
// biome-ignore lint/correctness/noUnusedVariables: what nothing refers to may be collected
let loaded = []; // referred to, so that the browser keeps them

const settled = () =>
  Promise.race([
    Promise.all([...document.images].map((image) => image.decode().catch(() => undefined))),
    new Promise((done) => setTimeout(done, LONGEST)),
  ]);

function load({ url, type, kind }) {
  const { origin, pathname } = new URL(url, location.href);
  // This page's policy allows its own item's origins only.
  if (origin !== location.origin && !originsOf(document).split(" ").includes(origin))
    return undefined;
  const element = kind || type.split("/")[0] || (VIDEO.test(pathname) ? "video" : "image");
  if (element === "video" || element === "audio")
    return Object.assign(document.createElement(element), { preload: "auto", src: url });
  const image = Object.assign(new Image(), { src: url });
  image.decode().catch(() => undefined); // it is said on its own page that it does not show
  return image;
}

export async function startPrefetching(signal) {
  const path = location.pathname;
  await settled();
  if (signal.aborted) return;
  try {
    const response = await fetch(`${path}prefetch/`, {
      method: "POST",
      headers: { "X-CSRFToken": token() },
      redirect: "manual",
      signal,
    });
    if (response.status === 200) loaded = (await response.json()).media.map(load);
  } catch {
    // Then the next HIT is handed out at the submission, and its media load after it.
  }
}
