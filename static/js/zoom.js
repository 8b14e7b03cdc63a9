// The enlarged image: fit or true pixels, wheel and buttons to zoom, drag to move.

export function startZoom() {
  const box = document.getElementById("lightbox");
  if (!box) return;
  const stage = box.querySelector(".lightbox-stage");
  const image = stage.querySelector("img");
  let scale = 1;

  const fitting = () =>
    Math.min(stage.clientWidth / image.naturalWidth, stage.clientHeight / image.naturalHeight) || 1;

  function zoomTo(next, x = stage.clientWidth / 2, y = stage.clientHeight / 2) {
    const bounded = Math.min(8, Math.max(fitting() / 2, next));
    const atX = (stage.scrollLeft + x) / scale;
    const atY = (stage.scrollTop + y) / scale;
    scale = bounded;
    image.width = Math.round(image.naturalWidth * scale);
    image.height = Math.round(image.naturalHeight * scale);
    stage.scrollTo(atX * scale - x, atY * scale - y);
  }

  for (const opener of document.querySelectorAll("[data-zoom-open]")) {
    opener.addEventListener("click", async (event) => {
      event.preventDefault();
      image.src = opener.href;
      box.showModal();
      await image.decode();
      zoomTo(fitting());
      stage.focus();
    });
  }
  box.querySelector("[data-zoom-fit]").addEventListener("click", () => zoomTo(fitting()));
  box.querySelector("[data-zoom-true]").addEventListener("click", () => zoomTo(1));
  for (const button of box.querySelectorAll("[data-zoom-by]")) {
    button.addEventListener("click", () => zoomTo(scale * Number(button.dataset.zoomBy)));
  }
  stage.addEventListener(
    "wheel",
    (event) => {
      event.preventDefault();
      const edge = stage.getBoundingClientRect();
      zoomTo(scale * (event.deltaY < 0 ? 1.15 : 1 / 1.15), event.clientX - edge.left, event.clientY - edge.top);
    },
    { passive: false },
  );
  stage.addEventListener("keydown", (event) => {
    if (event.key === "+") zoomTo(scale * 1.25);
    else if (event.key === "-") zoomTo(scale / 1.25);
    else if (event.key === "0") zoomTo(fitting());
  });
  stage.addEventListener("pointermove", (event) => {
    if (event.pointerType === "mouse" && event.buttons === 1) stage.scrollBy(-event.movementX, -event.movementY);
  });
  image.draggable = false;
}
