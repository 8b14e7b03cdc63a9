"""The content of one HIT as the rubric's stimulus: fields, media, and outputs in the order shown,
without system names.

The order shown is stored with each response. The order of a question's options depends on the seed
of the person's enrolment, so a person always sees the same order.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from string import ascii_lowercase

from hits.models import HIT, Assignment
from hits.models.work import attach_outputs
from stimuli.pages import page_address
from stimuli.shown import HitMedia, media_of_hit, media_of_hits
from surveys.base import Medium, ShownOutput, Stimulus
from surveys.spec import Rubric


def options_order(rubric: Rubric, *, order_seed: int) -> int:
    """Return the number of the order in which the person sees the rubric's options."""
    return order_seed % rubric.orders


def shown_rubric(rubric: Rubric, *, order_seed: int) -> Rubric:
    if rubric.orders == 1:
        return rubric
    return rubric.in_order(options_order(rubric, order_seed=order_seed))


def hits_with_words(ids: Iterable[int]) -> dict[int, HIT]:
    """Return the HITs by id, with everything that `words_of_hit` reads, in two queries."""
    hits = HIT.objects.select_related("item").in_bulk(set(ids))
    attach_outputs(hits.values())
    return hits


def media_of(hits: Iterable[HIT]) -> dict[int, HitMedia]:
    """Return the media of each HIT by HIT id, without addresses, in one query."""
    parts_by_hit = {hit.pk: (hit.item_id, hit.output_ids) for hit in hits}
    return dict(
        zip(parts_by_hit, media_of_hits([*parts_by_hit.values()], viewer=None), strict=True)
    )


def stimulus_of(assignment: Assignment, *, viewer: int) -> Stimulus:
    """Return the assignment's content, with the outputs in the order stored for it. Media addresses
    are signed for the account with id `viewer`."""
    return stimulus_of_hit(assignment.hit, assignment.shown_order, viewer=viewer)


def stimulus_of_hit(
    hit: HIT, shown_order: str, *, viewer: int | None, media: HitMedia | None = None
) -> Stimulus:
    """Return the content of `hit`, with its outputs in `shown_order` ("a", "ba", "cab" …).

    Addresses of stored media are signed for the account with id `viewer`. They are left out if
    `viewer` is None. If many HITs are read at once, pass the result of `media_of` for this HIT as
    `media`.
    """
    media = media or media_of_hit(hit.item_id, hit.output_ids, viewer=viewer)
    output_media = [media.outputs.get(pk, []) for pk in hit.output_ids]
    texts = [output.text for output in hit.outputs]
    pages = [] if viewer is None else [page_address(pk) for pk in hit.output_ids]
    stimulus = words(hit.item.fields, texts, shown_order, output_media=output_media, pages=pages)
    return replace(stimulus, media=media.fields)


def words_of_hit(hit: HIT, shown_order: str = "a") -> Stimulus:
    """Return the content of `hit` without media, which is enough to read a judge's reply. Uses no
    query if the HIT comes from `hits_with_words`."""
    return words(hit.item.fields, [output.text for output in hit.outputs], shown_order)


def words(
    fields: Mapping[str, object],
    texts: Sequence[str],
    shown_order: str,
    *,
    output_media: Sequence[Sequence[Medium]] = (),
    pages: Sequence[str] = (),
) -> Stimulus:
    """Return a stimulus with an item's fields and the outputs in the order shown. `texts`,
    `output_media` and `pages` (the addresses of the outputs' pages) are in canonical order (`a`,
    `b` …)."""
    places = {letter: place for place, letter in enumerate(ascii_lowercase[: len(texts)])}
    return Stimulus(
        fields=fields,
        outputs=[
            ShownOutput(
                letter,
                position,
                texts[places[letter]],
                output_media[places[letter]] if output_media else (),
                pages[places[letter]] if pages else "",
            )
            for position, letter in enumerate(shown_order, 1)
        ],
    )
