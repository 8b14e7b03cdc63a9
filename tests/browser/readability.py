"""Readability of the pages of a running demo: `make readability`.

Prints the Flesch–Kincaid grade of each page, the hardest page first. The aim is grade 8 for
annotators and 10 for researchers.
"""

import re
import sys

from playwright.sync_api import Page, sync_playwright

from tests.browser.looks import OWN, START, routes, set_up
from tests.browser.pictures import RATED, log_in, open_hit
from tests.conftest import find_chromium

LEAST_WORDS, LEAST_SENTENCES = 4, 4  # shorter texts are labels, and shorter pages say little
TEXTS = """() => [...document.querySelectorAll("main :is(p, li, dd, small, label, summary)")]
    .filter((node) => !node.closest(".stimulus, form.question, pre") && !node.querySelector("p, li"))
    .map((node) => node.innerText)"""


def sentences(texts: list[str]) -> list[list[str]]:
    """Return the words of each distinct complete sentence."""
    parts = {part for text in texts for part in re.split(r"(?<=[.!?])\s+|\n+", text)}
    words = [re.findall(r"[A-Za-z’']+", part) for part in parts if part.endswith((".", "!", "?"))]
    return [each for each in words if len(each) >= LEAST_WORDS]


def syllables(word: str) -> int:
    """Estimate the syllables of a word as its groups of vowels, without a silent e."""
    plain = re.sub(r"(?<=[^aeiouyl])e[ds]?$", "", word.lower())
    return max(1, len(re.findall(r"[aeiouy]+", plain)))


def grade(parts: list[list[str]]) -> float:
    """Return the Flesch–Kincaid grade of these sentences."""
    words = [word for part in parts for word in part]
    spoken = sum(map(syllables, words))
    return 0.39 * len(words) / len(parts) + 11.8 * spoken / len(words) - 15.59


def grades(page: Page, *starts: str) -> list[tuple[float, int, str]]:
    """Return the grade, number of sentences and route of each page that can be reached by links."""
    found = []
    for route, _path in routes(page, *starts):
        parts = sentences(page.evaluate(TEXTS))
        if len(parts) >= LEAST_SENTENCES:
            found.append((grade(parts), len(parts), route))
    return sorted(found, reverse=True)


def main(address: str) -> None:
    set_up()
    with sync_playwright() as player:
        browser = player.chromium.launch(executable_path=find_chromium(), args=["--no-sandbox"])
        for who, starts in (("annotator", ("/",)), ("researcher", (START, *OWN))):
            page = browser.new_context(base_url=address).new_page()
            log_in(page, who)
            if who == "annotator":
                open_hit(page, RATED)  # no link leads to the page of a HIT
            found = grades(page, *starts, page.url.removeprefix(address))
            mean = sum(each[0] for each in found) / len(found)
            sys.stdout.write(f"{who}: mean grade {mean:.1f}\n")
            for level, number, route in found:
                sys.stdout.write(f"{level:5.1f} {number:4} {route}\n")


if __name__ == "__main__":
    main(sys.argv[1])
