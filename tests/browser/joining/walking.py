"""Counting a person's screens, visible words and taps on a phone."""

from dataclasses import dataclass, field

# What is seen of the page but the consent text, which each study writes for itself.
_SEEN = """() => {
  const texts = document.querySelectorAll('.consent .prose, .consent-text .prose');
  for (const text of texts) text.style.display = 'none';
  const seen = document.getElementById('main').innerText;
  for (const text of texts) text.style.display = '';
  return seen.split(/\\s+/).filter((word) => /[\\p{L}\\p{N}]/u.test(word)).length;
}"""


@dataclass
class Walk:
    """The counts so far. `words` has one number per screen."""

    page: object
    words: list[int] = field(default_factory=list)
    taps: int = 0

    def screen(self):
        self.page.wait_for_load_state()
        self.words.append(self.page.evaluate(_SEEN))

    def tap(self, locator):
        locator.click()
        self.taps += 1

    def press(self, name):
        """Count the page, and leave it by the button or link with this name."""
        self.screen()
        button = self.page.get_by_role("button", name=name, exact=True)
        self.tap(button.or_(self.page.get_by_role("link", name=name, exact=True)).first)

    @property
    def total(self):
        return sum(self.words)

    def __str__(self):
        return f"{len(self.words)} screens, {self.total} words {self.words}, {self.taps} taps"
