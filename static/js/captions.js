// Captions that an item brings as text become a track of its video. SRT is turned into WebVTT.

function asWebVTT(text) {
  if (text.startsWith("WEBVTT")) return text;
  return `WEBVTT\n\n${text.replace(/(\d\d:\d\d),(\d{3})/g, "$1.$2")}`;
}

export function startCaptions(figure) {
  const source = figure.querySelector("[data-captions]");
  if (!source) return;
  const track = document.createElement("track");
  track.kind = "captions";
  track.label = source.dataset.label;
  track.srclang = source.lang;
  track.default = true;
  track.src = URL.createObjectURL(
    new Blob([asWebVTT(source.textContent.trim())], { type: "text/vtt" }),
  );
  figure.querySelector("video").append(track);
}
