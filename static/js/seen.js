// What was seen, in numbers: kept for this tab while the HIT is rated, and sent with the answers.

const data = {};
let place;

function keep() {
  try {
    if (place) sessionStorage.setItem(place, JSON.stringify(data));
  } catch {
    place = undefined; // a full store: what was seen then lasts as long as the page
  }
}

export const seen = {
  get: (key) => data[key],
  set(key, value) {
    if (data[key] === value) return;
    data[key] = value;
    keep();
  },
  most(key, value) {
    if (Number.isFinite(value) && value > (data[key] ?? -Infinity)) this.set(key, value);
  },
  add(key, by = 1) {
    this.set(key, (data[key] ?? 0) + by);
  },
};

function imageSize() {
  const image = document.querySelector("[data-zoom] img");
  if (!image?.naturalWidth) return {};
  // The layout's size: without the zoom, and without the margins of `object-fit: contain`.
  const scale = Math.min(
    image.offsetWidth / image.naturalWidth,
    image.offsetHeight / image.naturalHeight,
  );
  return { image_width: image.naturalWidth * scale, image_height: image.naturalHeight * scale };
}

function isDark() {
  const forced = document.documentElement.dataset.scheme;
  return forced ? forced === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
}

function report() {
  const numbers = Object.entries({
    zoom_used: document.querySelector("[data-zoom]") ? 0 : undefined,
    ...data,
    ...imageSize(),
    pixel_ratio: devicePixelRatio,
    viewport_width: innerWidth,
    viewport_height: innerHeight,
    dark: Number(isDark()),
  }).filter(([, value]) => typeof value === "number");
  return JSON.stringify(
    Object.fromEntries(numbers.map(([key, value]) => [key, Math.round(value * 1e4) / 1e4])),
  );
}

// Called before anything is noted.
export function startSeen(form, signal) {
  if (!form.dataset.person) return; // a page that stores nothing
  place = `rateroom-seen:${location.pathname}`;
  for (const key of Object.keys(data)) delete data[key];
  Object.assign(data, JSON.parse(sessionStorage.getItem(place) ?? "{}"));
  const field = document.createElement("input");
  field.type = "hidden";
  field.name = "seen";
  form.append(field);
  // First of all listeners, and empty till then: a draft holds answers only.
  document.addEventListener(
    "submit",
    (event) => {
      if (event.target === form) field.value = report();
    },
    { capture: true, signal },
  );
  addEventListener(
    "pageshow",
    () => {
      field.value = "";
    },
    { signal },
  );
}
