"""What one HIT shows, as the rubric's stimulus: fields, media, and outputs in the order shown. No system's name."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from django.db.models import QuerySet

from hits.models import HIT, Assignment
from stimuli.shown import media_of
from surveys.base import ShownOutput, Stimulus


def hits_with_words() -> QuerySet[HIT]:
    """HITs with all that `words_of_hit` reads, in one query."""
    return HIT.objects.select_related("item", "output_a", "output_b")


def stimulus_of(assignment: Assignment, *, viewer: int) -> Stimulus:
    """What this assignment shows, in its own order, on a page for the account `viewer` (a user's id)."""
    return stimulus_of_hit(assignment.hit, assignment.shown_order, viewer=viewer)


def stimulus_of_hit(hit: HIT, shown_order: str, *, viewer: int | None) -> Stimulus:
    """What `hit` shows with its canonical outputs in `shown_order` ("a", "ab" or "ba").

    Its stored media have addresses for the account `viewer`; none for None, where no page shows them.
    """
    return replace(words_of_hit(hit, shown_order), media=media_of(hit.item_id, viewer=viewer))


def words_of_hit(hit: HIT, shown_order: str = "a") -> Stimulus:
    """The same without media: all that reading a judge's reply needs, and no query."""
    return words(hit.item.fields, hit.output_a.text, hit.output_b.text if hit.output_b else None, shown_order)


def words(fields: Mapping[str, Any], text_a: str, text_b: str | None, shown_order: str) -> Stimulus:
    """An item's fields and the outputs' texts, canonical ones `a` and `b`, in the order shown."""
    texts = {"a": text_a, "b": text_b or ""}
    return Stimulus(
        fields=fields,
        outputs=[ShownOutput(letter, position, texts[letter]) for position, letter in enumerate(shown_order, 1)],
    )
