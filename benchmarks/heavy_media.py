"""Benchmark of HITs with large media files, with the processor slowed to a quarter of its speed.

A HIT has eight pictures, a video of 60 s with seeking, or a picture of 48 megapixels. Chromium
alternately opens the HIT and a bare page with the same media in the same size. The site's own files
are in the browser's cache, as after reading the instructions, but the media are not. Each result is
the median over the visits. The longest task is measured in processor time of the main thread, which
other processes hardly affect. The other two times are wall-clock times.
"""

import io
import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from statistics import median
from typing import TYPE_CHECKING, Any

import av
import numpy as np
from playwright.sync_api import Browser, Page

from benchmarks.command import run
from benchmarks.next_hit import IMAGE, begin, chromium
from benchmarks.results import Measure
from benchmarks.servers import Bench, Site

if TYPE_CHECKING:
    from benchmarks.fill import World
    from hits.models import Batch
    from stimuli.models import Medium

SLOWER = 4
TURNS = {"full": 9, "quick": 3, "tiny": 1}
OUTPUTS, LARGE, CLIP, FRAMES_A_SECOND = 8, (8000, 6000), (1280, 720), 25
SECONDS = {"full": 60, "quick": 60, "tiny": 5}
LIMITS = {"first picture": 1000, "longest frame": 100, "longest task by processor time": 100}  # ms
# The times when pictures and clips were drawn, and how long each frame took.
_WATCH = """(() => {
    const watch = (window.watched = { drawn: [], frames: [] });
    const frame = (done) => requestAnimationFrame(() => done(performance.now()));
    const drawn = () => frame((at) => watch.drawn.push(at));
    const count = (before) => frame((at) => (watch.frames.push(at - before), count(at)));
    frame(count);
    const see = (node) => {
        if (node.localName === "img" && !node.closest("header, dialog"))
            node.addEventListener("load", () => node.decode().finally(drawn));
        if (node.localName === "video") node.requestVideoFrameCallback(drawn);
    };
    new MutationObserver((all) => all.forEach((one) => one.addedNodes.forEach(see)))
        .observe(document, { childList: true, subtree: true });
})()"""
_MEDIA = """() => [...document.querySelectorAll(".stimulus :is(img, video)")]
    .map((one) => [one.localName, one.src, one.clientWidth])"""
_ALL_DRAWN = "(media) => watched.drawn.length >= media"
_SEEK = """async () => {
    const video = document.querySelector("video");
    for (const share of [0.5, 0.1, 0.9, 0.2, 0.7]) {
        const there = new Promise((done) => video.addEventListener("seeked", done, { once: true }));
        video.currentTime = share * video.duration;
        await there;
    }
}"""
HTML, MEDIA = "text/html", "**/media/**"
_BARE = "<!doctype html><link rel=icon href='data:,'><body style='columns: 2'>"


def measure(bench: Bench, scale: str) -> list[Measure]:
    """Return three measures for each kind of HIT. Their goals are absolute times, and their ratios
    compare the HIT with the bare page."""
    batches = _batches(SECONDS[scale])  # before Chromium starts: the ORM refuses its event loop
    with chromium() as browser:
        return [
            line
            for name, batch in batches.items()
            for line in _compared(name, _pages(bench.rateroom, browser, batch, TURNS[scale]))
        ]


def _compared(name: str, turns: list[tuple[dict[str, float], dict[str, float]]]) -> list[Measure]:
    found = []
    for part, limit in LIMITS.items():
        ours, bare = ([turn[page][part] for turn in turns] for page in (0, 1))
        took, yardstick = median(ours), median(bare)
        ratio, goal = took / (yardstick or 1), f"≤ {limit} ms"
        details: dict[str, object] = {"turns": ours, "bare": bare}
        title = f"{name}: {part}"
        found.append(Measure(title, took, yardstick, "ms", ratio, goal, took <= limit, details))
    return found


def _pages(
    site: Site, browser: Browser, batch: "Batch", turns: int
) -> list[tuple[dict[str, float], dict[str, float]]]:
    """Return the times of the HIT's page and of the bare page, as a pair for each visit."""
    with browser.new_context() as context:
        page = begin(context, site, 0, batch)
        address, media = page.url, page.evaluate(_MEDIA)
    bare = _BARE + "".join(
        f"<{kind} src='{source}' width={width} muted></{kind}>" for kind, source, width in media
    )
    both = [_Visit(browser, site, address, html) for html in ("", bare)]
    return [(both[0].seen(len(media)), both[1].seen(len(media))) for _turn in range(turns)]


@dataclass(frozen=True)
class _Visit:
    """A visit to a page without cached media. `html` replaces the response unless it is ""."""

    browser: Browser
    site: Site
    address: str
    html: str

    def seen(self, media: int) -> dict[str, float]:
        """Open the page, and return its times in milliseconds with the keys of LIMITS. The longest
        task is measured at full speed and multiplied by `SLOWER`, because a throttled thread takes
        longer on a busy machine."""
        with self._opened(SLOWER, media) as page:
            watched = page.evaluate("watched")
        self.browser.start_tracing(categories=["disabled-by-default-devtools.timeline"])
        with self._opened(1, media):
            task = SLOWER * _longest_task(self.browser.stop_tracing())
        return dict(zip(LIMITS, (min(watched["drawn"]), max(watched["frames"]), task), strict=True))

    @contextmanager
    def _opened(self, rate: int, media: int) -> Iterator[Page]:
        with self.browser.new_context(viewport={"width": 1280, "height": 900}) as context:
            session = {"name": "sessionid", "value": self.site.sessions[0], "url": self.site.base}
            context.add_cookies([session])
            context.add_init_script(_WATCH)
            page = context.new_page()
            if self.html:
                page.route(
                    self.address, lambda route: route.fulfill(body=self.html, content_type=HTML)
                )
            throttle = context.new_cdp_session(page)
            throttle.send("Emulation.setCPUThrottlingRate", {"rate": rate})
            page.route(MEDIA, lambda route: route.abort())
            page.goto(self.address)
            page.unroute(MEDIA)
            page.goto(self.address)
            page.wait_for_function(_ALL_DRAWN, arg=media, timeout=120_000)
            if page.locator("video").count():
                page.evaluate(_SEEK)
            page.wait_for_timeout(500)
            yield page


def _longest_task(trace: bytes) -> float:
    """Return the processor time in milliseconds of the longest task on the page's main thread.
    `trace` is Chromium's trace as JSON."""
    events = json.loads(trace)["traceEvents"]
    threads = {
        (event["pid"], event["tid"])
        for event in events
        if event.get("args") == {"name": "CrRendererMain"}
    }
    tasks = [event for event in events if event["name"] == "RunTask"]
    return max(one.get("tdur", 0) / 1000 for one in tasks if (one["pid"], one["tid"]) in threads)


def _batches(seconds: int) -> dict[str, "Batch"]:
    from benchmarks.fill import make_world, picture, stored, tidy

    world = make_world()
    clip, large = stored(world, _clip(seconds), "video/mp4", CLIP), picture(world, "large", LARGE)
    batches = {
        f"{OUTPUTS} pictures": _batch(world, [picture(world, str(n)) for n in range(OUTPUTS)]),
        f"clip of {seconds} s": _batch(world, [clip]),
        "picture of 48 megapixels": _batch(world, [large]),
    }
    tidy()
    return batches


def _batch(world: "World", media: list["Medium"]) -> "Batch":
    """Create and publish a batch of one HIT, with an output for each of the `media`. All media must
    be of the same kind."""
    from benchmarks.fill import Shape, draft_batch, make_dataset
    from hits.batches.publishing import perform_publication, publish_batch
    from stimuli.models import Output, OutputMedium, System
    from surveys.versions.storing import load_version

    data, kind = make_dataset(world, 1), media[0].content_type.partition("/")[0]
    item = data.items.get()
    Output.objects.filter(item=item).delete()
    item.item_media.all().delete()
    for number, medium in enumerate(media):
        system = System.objects.create(dataset=data, name=f"System {number}")
        output = Output.objects.create(item=item, system=system, kind=kind, text="")
        OutputMedium.objects.create(output=output, medium=medium)
    System.objects.filter(dataset=data, outputs=None).delete()
    outputs = f"outputs:\n  per_page: {len(media)}\n  kind: {kind}\n"
    source = world.version.source.replace(IMAGE, "").replace("outputs:\n", outputs)
    version = load_version(source=source, project=world.project)
    batch = draft_batch(replace(world, version=version), data, Shape(1))
    publish_batch(batch_id=batch.pk)
    perform_publication(batch_id=batch.pk)
    return batch


def _clip(seconds: int) -> bytes:
    """Return an MP4 video of moving noise, encoded as H.264, that lasts `seconds` seconds."""
    file: Any = io.BytesIO()
    noise = np.random.default_rng(1).integers(0, 255, (90, 160, 3), dtype=np.uint8)
    pixels = noise.repeat(8, 0).repeat(8, 1)
    with av.open(file, "w", format="mp4") as container:
        stream = container.add_stream(
            "libx264", rate=FRAMES_A_SECOND, options={"preset": "ultrafast"}
        )
        stream.width, stream.height, stream.pix_fmt = *CLIP, "yuv420p"
        for number in range(seconds * FRAMES_A_SECOND):
            frame = np.ascontiguousarray(np.roll(pixels, 2 * number, 1))
            container.mux(stream.encode(av.VideoFrame.from_ndarray(frame, format="rgb24")))
        container.mux(stream.encode())
    return file.getvalue()


if __name__ == "__main__":
    run({"heavy_media": measure}, annotators=lambda _scale: 1, about=__doc__)
