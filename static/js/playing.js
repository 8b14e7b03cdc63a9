// Clips and sounds of a page: each by itself or clips together, with keys for the one in use.
import { startCaptions } from "./captions.js";
import { keysAllowed } from "./keys.js";
import { Clip, Sound } from "./play/single.js";
import { Together } from "./play/together.js";
import { startWatching } from "./watching.js";

const KEYS = { k: "play", r: "replay", ",": "back", ".": "forward", a: "a", b: "b", c: "clear" };
const CLIP = "[data-clip], [data-sound]";

function startPlayer(figure) {
  if ("sound" in figure.dataset) return new Sound(figure);
  startCaptions(figure);
  return new Clip(figure);
}

function startPlayers() {
  const players = [];
  for (const figure of document.querySelectorAll(CLIP)) {
    const place = figure.closest("[data-together]");
    if (!place) players.push(startPlayer(figure));
    else if (!players.some((player) => player.place === place)) {
      players.push(new Together(place, [...place.querySelectorAll("[data-clip] video")]));
    }
  }
  return players;
}

// Two sounds at once are none: whatever starts ends the others.
function startInUse(players) {
  const use = { player: players[0] };
  for (const player of players) {
    for (const medium of player.media) {
      medium.addEventListener("play", () => {
        use.player = player;
        for (const other of players) if (other !== player && !other.paused) other.stop();
      });
      medium.addEventListener("error", () => {
        const figure = medium.closest(CLIP);
        figure.querySelector("[data-play-broken]").hidden = false;
      });
    }
  }
  return use;
}

export function startPlaying(form, signal) {
  const players = startPlayers();
  startWatching(form, signal);
  if (!players.length) return;
  const use = startInUse(players);
  document.addEventListener(
    "keydown",
    (event) => {
      if (!(event.key in KEYS) || !keysAllowed(event)) return;
      event.preventDefault();
      const focused = players.find((player) => player.place.contains(document.activeElement));
      (focused ?? use.player)[KEYS[event.key]]();
    },
    { signal },
  );
}
