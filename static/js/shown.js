// On a narrow screen what is rated opens as a sheet: neither the page nor the peek loses its place by that.

export function startShown() {
  const sheet = document.getElementById("shown");
  const place = sheet?.parentElement;
  let at = 0;
  if (place)
    new ResizeObserver(([entry]) =>
      place.style.setProperty("--shown-height", `${entry.contentRect.height}px`),
    ).observe(place);
  sheet?.addEventListener("beforetoggle", (event) => {
    if (event.newState !== "open") return;
    at = sheet.scrollTop;
    place.style.blockSize = `${place.getBoundingClientRect().height}px`;
  });
  sheet?.addEventListener("toggle", (event) => {
    if (event.newState === "open") {
      sheet.scrollTop = 0;
    } else {
      place.style.blockSize = "";
      sheet.scrollTop = at;
    }
  });
}
