// The order that the places given so far make, in words: "1 Caption 3 · 2 Caption 1 = Caption 4".

const title = (row) => row.querySelector("legend").textContent.trim().replace(/\s+/g, " ");

// The rows by the place they were given: [[place, [row, …]], …], the best place first.
function byPlace(rows) {
  const places = new Map();
  for (const row of rows) {
    const radio = row.querySelector("input:checked");
    if (radio) places.set(radio.value, [...(places.get(radio.value) ?? []), row]);
  }
  return [...places].sort(([first], [second]) => first - second);
}

export function start(panel, signal) {
  const rows = [...panel.querySelectorAll("[data-question]")];
  const standing = panel.querySelector("[data-standing]");
  const show = () => {
    const places = byPlace(rows);
    let ahead = 0;
    const words = places.map(([, sharing]) => {
      const place = ahead + 1;
      ahead += sharing.length;
      return `${place} ${sharing.map(title).join(" = ")}`;
    });
    standing.hidden = words.length === 0;
    standing.querySelector("output").value = words.join(" · ");
  };
  // Where answers are put back, the form alone hears of it.
  (panel.closest("form") ?? panel).addEventListener("change", show, { signal });
  show();
}
