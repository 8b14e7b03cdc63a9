"""All texts of a rubric with their audience: people, judges, or both.

The declaration determines the audience: the option `for` of a part, the reply format for sections,
and the texts that only judges receive.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from surveys.audience import Audience, is_for
from surveys.languages.translations import shown_texts
from surveys.prompts.sections import asked_panels
from surveys.samples import sample_stimulus
from surveys.spec import Rubric

SHORT = 60


@dataclass(frozen=True)
class AddressedText:
    """A text of a rubric, with its path in the declaration and its audience."""

    place: str
    text: str
    audience: Audience

    @property
    def short(self) -> str:
        """Return the start of the text on one line."""
        line = " ".join(self.text.split())
        return line if len(line) <= SHORT else f"{line[:SHORT].rsplit(' ', 1)[0]} …"


def addressed_texts(rubric: Rubric) -> list[AddressedText]:
    """Return the rubric's texts in the order of declaration, followed by the texts that only judges
    get."""
    asked_keys = {panel.section.key for panel in asked_panels(rubric, sample_stimulus(rubric, {}))}
    texts = [
        AddressedText(".".join(place), text, _audience(rubric, place, asked_keys))
        for place, text in shown_texts(rubric).items()
    ]
    return [*texts, *_for_judges(rubric)]


def _audience(rubric: Rubric, place: Sequence[str], asked_keys: Collection[str]) -> Audience:
    """Return whether a text that people see is for people only, or for both people and judges."""
    part, name = place[0], place[1] if len(place) > 1 else ""
    if part in {"notes", "reminders", "examples"}:
        return getattr(rubric, part)[int(name) - 1].audience
    if part == "sections":
        return "both" if name in asked_keys else "page"
    if part == "criteria":
        asking = {section.key for section in rubric.sections if name in section.criteria}
        return "both" if asking & set(asked_keys) else "page"
    if part == "outputs":
        titled = any(block.title for block in rubric.stimulus if block.shows_outputs)
        is_unused = titled and rubric.outputs.per_page == 1
        return "page" if rubric.outputs.judge_name or is_unused else "both"
    if part == "stimulus" and name == "outputs":
        return "page" if rubric.outputs.judge_name else "both"
    return "both"


def _for_judges(rubric: Rubric) -> Iterator[AddressedText]:
    for part in ("notes", "reminders", "examples"):
        for number, entry in enumerate(getattr(rubric, part), 1):
            if not is_for(entry, "page"):
                yield AddressedText(f"{part}.{number}", entry.text, "judge")
    if rubric.outputs.judge_name:
        yield AddressedText("outputs.judge_name", rubric.outputs.judge_name, "judge")
    for number, worked in enumerate(rubric.worked, 1):
        yield AddressedText(f"worked.{number}.outputs", worked.outputs[0], "judge")
        yield AddressedText(f"worked.{number}.reply", worked.reply, "judge")
