// Asks how far a long task is, once a second, and reloads the page when it has ended.
addEventListener("DOMContentLoaded", () => {
  const grouped = (number) => number.toLocaleString(document.documentElement.lang);
  for (const box of document.querySelectorAll("[data-progress]")) {
    const bar = box.querySelector("progress");
    const text = box.querySelector("[data-progress-text]");
    const ask = async () => {
      try {
        const reply = await (await fetch(box.dataset.progress)).json();
        if (reply.total) {
          bar.max = reply.total;
          bar.value = reply.done;
        }
        text.textContent = reply.total
          ? `${grouped(reply.done)} / ${grouped(reply.total)}`
          : grouped(reply.done);
        if (reply.finished) {
          location.reload();
          return;
        }
      } catch {
        text.textContent = "…";
      }
      setTimeout(ask, 1000);
    };
    setTimeout(ask, 700);
  }
});
