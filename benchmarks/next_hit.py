"""Benchmark of the time from Ctrl+Enter to the next HIT on screen, with and without prefetching.

In Chromium, two annotators work in turn on batches whose HITs have one picture or four. For one
annotator, the site's script loads the next HIT in advance. For the other, the form is sent without
the script (POST, redirect, GET), and nothing is prefetched. Both are timed until the next HIT's
pictures are complete and one more frame is drawn. The command is `python -m benchmarks.next_hit`.
"""

import os
import shutil
import statistics
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING

from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from benchmarks.command import run
from benchmarks.results import Measure, at_most
from benchmarks.servers import Bench, Site

if TYPE_CHECKING:
    from benchmarks.fill import World
    from hits.models import Batch
    from surveys.models import RubricVersion

GOAL = 1.0
LIMIT = 150  # ms until a page of four pictures is on screen
TURNS = {"full": 50, "quick": 20, "tiny": 3}
WARM_UP = 2  # uncounted turns at the start
FIELDS = ("image", "second", "third", "fourth")
IMAGE = "  - block: image\n    field: image\n"  # a block of the test rubric
READING = 700  # ms between two HITs, in which the next picture is loaded; a person takes longer

_FILL = """() => {
    for (const box of document.querySelectorAll("#answers fieldset"))
        box.querySelector("input").checked = true;
}"""
# In each document: the time when its pictures were drawn.
_WATCH = """(() => {
    const see = () => {
        const images = [...document.querySelectorAll("[data-zoom-open] img")];
        if (!images.length || !images.every((image) => image.complete && image.naturalWidth))
            return requestAnimationFrame(see);
        requestAnimationFrame(() => (window.drawnAt = performance.timeOrigin + performance.now()));
    };
    see();
})()"""
_BY_SCRIPT = """() => new Promise((done) => {
    const from = performance.now();
    const before = document.querySelector("[data-zoom-open] img").src;
    const see = () => {
        const images = [...document.querySelectorAll("[data-zoom-open] img")];
        if (images[0].src === before || !images.every((image) => image.complete))
            return requestAnimationFrame(see);
        requestAnimationFrame(() => {
            const took = performance.now() - from;
            const requests = performance.getEntriesByType("resource");
            const sent = requests.findLast((one) => /assignments.\\w+.$/.test(one.name));
            done([took, sent.responseEnd - sent.requestStart]);
        });
    };
    document.dispatchEvent(
        new KeyboardEvent("keydown", { key: "Enter", ctrlKey: true, bubbles: true })
    );
    see();
})"""
_PLAINLY = """() => {
    const from = performance.timeOrigin + performance.now();
    document.getElementById("answers").submit();
    return from;
}"""


def measure(bench: Bench, scale: str) -> list[Measure]:
    """Return the measures for HITs with one picture and with four. The median time with prefetching
    is compared with plain navigation or, for four pictures, with a limit."""
    from benchmarks.fill import make_world, tidy

    turns = TURNS[scale]
    world = make_world()
    # Before Chromium starts: the ORM refuses to run in Playwright's event loop.
    single = [_batch(world, turns + WARM_UP + 2, 1) for _annotator in range(2)]
    four = [_batch(world, turns + WARM_UP + 2, 4) for _annotator in range(2)]
    tidy()
    with chromium() as browser:
        prefetched, request, plain = _timed(bench.rateroom, browser, single, turns)
        of_four, request_of_four, plain_of_four = _timed(bench.rateroom, browser, four, turns)
    figures = {"prefetched": prefetched, "plain": plain, "request": request}
    figures_of_four = {"prefetched": of_four, "plain": plain_of_four, "request": request_of_four}
    name = "Ctrl+Enter to the next HIT: median"
    waited = prefetched["median"]
    share = request["median"] / waited
    return [
        at_most(name, waited, plain["median"], "ms", GOAL, **figures),
        at_most("… p95", prefetched["p95"], plain["p95"], "ms", GOAL),
        Measure("… share of the request", request["median"], waited, "ms", share),
        at_most("… four pictures: median", of_four["median"], LIMIT, "ms", GOAL, **figures_of_four),
    ]


def _timed(
    site: Site, browser: Browser, batches: list["Batch"], turns: int
) -> tuple[dict[str, float], dict[str, float], dict[str, float]]:
    """Time the step to the next HIT for both annotators. Return three summaries in milliseconds:
    with prefetching, its request alone, and plain navigation."""
    prefetched, server, plain = [], [], []
    with browser.new_context() as first, browser.new_context() as second:
        scripted = begin(first, site, 0, batches[0])
        bare = begin(second, site, 1, batches[1])
        bare.route("**/prefetch/", lambda route: route.abort())
        for turn in range(WARM_UP + turns):
            took, waited = _by_script(scripted)
            without = _plainly(bare)
            if turn >= WARM_UP:
                prefetched.append(took)
                server.append(waited)
                plain.append(without)
    return _summary(prefetched), _summary(server), _summary(plain)


def _summary(times: list[float]) -> dict[str, float]:
    return {
        "median": statistics.median(times),
        "p95": sorted(times)[int(len(times) * 0.95)],
        "turns": len(times),
    }


@contextmanager
def chromium() -> Iterator[Browser]:
    names = (os.environ.get("CHROMIUM"), "chromium-headless-shell", "chromium", "google-chrome")
    path = next((found for name in names if name and (found := shutil.which(name))), None)
    if path is None:
        raise SystemExit("No Chromium was found: install it, or set CHROMIUM to its path.")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=path, args=["--no-sandbox"] if os.geteuid() == 0 else []
        )
        yield browser
        browser.close()


def begin(context: BrowserContext, site: Site, annotator: int, batch: "Batch") -> Page:
    context.add_cookies(
        [{"name": "sessionid", "value": site.sessions[annotator], "url": site.base}]
    )
    context.add_init_script(_WATCH)
    page = context.new_page()
    page.goto(f"{site.base}/batches/{batch.pk}/")
    page.locator("form .button.big").click()
    page.wait_for_url("**/assignments/*/")
    return page


def _by_script(page: Page) -> tuple[float, float]:
    page.wait_for_timeout(READING)
    page.evaluate(_FILL)
    took, waited = page.evaluate(_BY_SCRIPT)
    return took, waited


def _plainly(page: Page) -> float:
    page.wait_for_timeout(READING)
    page.evaluate(_FILL)
    with page.expect_navigation():
        began = page.evaluate(_PLAINLY)
    page.wait_for_function("() => window.drawnAt")
    return float(page.evaluate("window.drawnAt") - began)


def _batch(world: "World", hits: int, pictures: int) -> "Batch":
    """Create a batch of `hits` HITs whose items have `pictures` different pictures each."""
    from benchmarks.fill import Shape, make_batch, make_dataset, picture
    from stimuli.models import Item, ItemMedium

    data = make_dataset(world, hits)
    ItemMedium.objects.filter(item__dataset=data).delete()
    for item in Item.objects.filter(dataset=data):
        for field in FIELDS[:pictures]:
            medium = picture(world, f"{item.pk}:{field}")
            ItemMedium.objects.create(item=item, field=field, medium=medium)
    return make_batch(replace(world, version=_version(world, pictures)), data, Shape(hits))


def _version(world: "World", pictures: int) -> "RubricVersion":
    """Return a version of the world's rubric that shows `pictures` pictures above its questions."""
    from surveys.versions.storing import load_version

    blocks = "".join(f"  - {{block: image, field: {field}}}\n" for field in FIELDS[:pictures])
    return load_version(source=world.version.source.replace(IMAGE, blocks), project=world.project)


if __name__ == "__main__":
    run({"next_hit": measure}, annotators=lambda _scale: 2, about=__doc__)
