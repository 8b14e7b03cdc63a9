"""The shortest plausible time for a HIT: a share of its reading time.

The page asks, but never refuses: annotators who confirm it can submit faster.
"""

from collections.abc import Iterator
from datetime import datetime

from django.utils.translation import gettext as _

from surveys.base import MEDIA, Stimulus
from surveys.conversations.turns import spoken
from surveys.guards import Concern
from surveys.spec import Rubric

GUARD = "pace"
# 300 words per minute. Adults read non-fiction at 238 on average and rarely above 300 (Brysbaert
# 2019, https://doi.org/10.1016/j.jml.2019.104047).
WORDS_PER_SECOND = 5
CHARACTERS_PER_WORD = 12  # for a language written without spaces, or a very long word
MOST_CONTEXT_WORDS = 200  # a long context is read once and then skimmed
MEDIUM_SECONDS = 1.0  # to look at an image, or at a clip beyond the share that must be played


def pace_concern(
    *,
    rubric: Rubric,
    stimulus: Stimulus,
    least_percent: int,
    accepted_at: datetime,
    sent_at: datetime,
) -> Concern | None:
    """Return the concern that a HIT was answered in less than `least_percent` % of its reading
    time."""
    reading = reading_seconds(rubric, stimulus)
    taken = (sent_at - accepted_at).total_seconds()
    if taken >= reading * least_percent / 100:
        return None
    seconds = {"taken": max(round(taken), 0), "reading": round(reading)}
    message = _(
        "You took %(taken)s s. Reading this HIT takes about %(reading)s s. "
        "Look again, or submit it as it is."
    )
    return Concern(GUARD, message % seconds)


def reading_seconds(rubric: Rubric, stimulus: Stimulus) -> float:
    """Return the seconds that a fast reader needs for the words and media of the HIT."""
    needs = [need for block in rubric.stimulus for need in block.needs()]
    context = sum(
        _word_count(spoken(text))
        for need in needs
        if need.type not in MEDIA
        for text in _texts(stimulus.fields.get(need.name))
    )
    outputs = sum(_word_count(spoken(output.text)) for output in stimulus.outputs)
    pictures = sum(need.type in MEDIA and need.required for need in needs)
    pictures += sum(not output.text for output in stimulus.outputs)
    words = min(context, MOST_CONTEXT_WORDS) + outputs
    return words / WORDS_PER_SECOND + pictures * MEDIUM_SECONDS


def _texts(value: object) -> Iterator[str]:
    """Yield the texts in a field's value: a text, a list, or records of texts."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for each in value.values():
            yield from _texts(each)
    elif isinstance(value, list):
        for each in value:
            yield from _texts(each)


def _word_count(text: str) -> int:
    return max(len(text.split()), len(text) // CHARACTERS_PER_WORD)
