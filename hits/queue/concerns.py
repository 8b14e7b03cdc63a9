"""Concerns about valid answers, and the watch gate. Annotators are asked about each concern once
and can confirm their answers. Concerns are recorded, but never prevent a submission.

One concern is that a HIT took less than a given share of its reading time. The watch gate accepts
answers only if the share of clips and sounds that the rubric requires was played. The browser
reports this share. The gate therefore helps honest annotators not to answer too early, but it
proves nothing.
"""

import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import datetime

from django.utils import timezone
from django.utils.translation import gettext as _

from hits.models import Answer, Assignment, RaisedConcern
from hits.states import ANSWERED
from stimuli.shown import HitMedia, media_of_hit
from surveys.base import AUDIO, MEDIA, VIDEO, Stimulus
from surveys.blocks.playing import PlayingBlock
from surveys.conversations.turns import spoken
from surveys.guards import Concern, find_concerns
from surveys.guards.base import Answers
from surveys.spec import Rubric

GUARD = "pace"
# 300 words per minute. Adults read non-fiction at 238 words per minute on average and rarely above
# 300 (Brysbaert 2019, https://doi.org/10.1016/j.jml.2019.104047).
WORDS_PER_SECOND = 5
CHARACTERS_PER_WORD = 12  # for languages written without spaces, and for very long words
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
    """Return a concern if the HIT took less than `least_percent` per cent of its reading time.
    Otherwise return None."""
    reading = reading_seconds(rubric, stimulus)
    taken = (sent_at - accepted_at).total_seconds()
    if taken >= reading * least_percent / 100:
        return None
    seconds = {"taken": max(round(taken), 0), "reading": round(reading)}
    message = _(
        "You took %(taken)s s. Reading this HIT takes about %(reading)s s. Look again, or "
        "submit the HIT as it is."
    )
    return Concern(GUARD, message % seconds)


def reading_seconds(rubric: Rubric, stimulus: Stimulus) -> float:
    """Return the seconds that a fast reader needs for the texts and media of the HIT."""
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
    """Yield the texts in a field's value, which can be a text, a list or a dict, nested to any
    depth."""
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


ROUNDING = 0.001  # tolerance for the played share, which is stored with four decimal places
MEASURES = {VIDEO: "share_watched", AUDIO: "share_listened"}


def watch_problem(
    *, rubric: Rubric, item_id: int, output_ids: Sequence[int], seen: str | None
) -> str:
    """Return why answers cannot be accepted yet, or "" if enough was played. `seen` is the
    browser's telemetry, as JSON.

    The telemetry has one share for all clips: that of the clip played least. If several clips
    require different shares, the lowest required share therefore applies. The same is true for
    sounds.
    """
    shares = [block.watch_share for block in rubric.stimulus if isinstance(block, PlayingBlock)]
    if not any(shares):
        return ""
    noted = json.loads(seen or "{}")
    played = [noted[measure] for measure in MEASURES.values() if measure in noted]
    # The page usually records a share for each kind of media. Then no query is needed.
    if played and min(played) + ROUNDING >= max(shares):
        return ""
    media = media_of_hit(item_id, output_ids, viewer=None)
    needed = {kind: _least(rubric, kind, media) for kind in MEASURES}
    for kind, block in needed.items():
        share = float(noted.get(MEASURES[kind], -1)) + ROUNDING
        if block is not None and share < block.watch_share:
            return _message(block.watch_percent, was_noted=share >= 0)
    return ""


def _least(rubric: Rubric, kind: str, media: HitMedia) -> PlayingBlock | None:
    blocks = _playing(rubric, kind, media)
    return min(blocks, key=lambda block: block.watch_share, default=None)


def _playing(rubric: Rubric, kind: str, media: HitMedia) -> Iterator[PlayingBlock]:
    of_outputs = {medium.kind for own in media.outputs.values() for medium in own}
    for block in rubric.stimulus:
        if isinstance(block, PlayingBlock):
            fields = {need.name for need in block.needs() if need.type == kind}
            if fields & media.fields.keys() or (block.shows_outputs and kind in of_outputs):
                yield block


def _message(percent: int, *, was_noted: bool) -> str:
    values: Mapping[str, int] = {"share": percent}
    if not was_noted:
        return (
            _(
                "We need JavaScript to see how much you play. Turn on JavaScript and play at "
                "least %(share)s %%, or return the HIT. Returning it does not count against "
                "you."
            )
            % values
        )
    return _("Play at least %(share)s %% before you answer.") % values


def raise_concerns(
    *,
    assignment: Assignment,
    rubric: Rubric,
    stimulus: Stimulus,
    values: Answers,
    hurried: Concern | None,
    confirmed: Collection[str],
) -> list[Concern]:
    """Record the concerns about `values`, and return those that the annotator has not confirmed
    yet.

    `hurried` is the concern about the time taken, if any. `confirmed` contains the guards of the
    concerns that the annotator has confirmed. These concerns are recorded as overridden.
    """
    concerns = _contradictions(assignment, rubric, stimulus, values)
    if hurried is not None:
        concerns.append(hurried)
    for concern in concerns:
        RaisedConcern.objects.get_or_create(
            assignment=assignment, guard=concern.guard, defaults={"message": concern.message}
        )
    still = [concern.guard for concern in concerns if concern.guard in confirmed]
    if still:
        RaisedConcern.objects.filter(assignment=assignment, guard__in=still).update(
            overridden_at=timezone.now()
        )
    return [concern for concern in concerns if concern.guard not in confirmed]


def _contradictions(
    assignment: Assignment, rubric: Rubric, stimulus: Stimulus, values: Answers
) -> list[Concern]:
    if not rubric.guards:
        return []
    before = _before(assignment, max(guard.earlier_hits for guard in rubric.guards))
    concerns = find_concerns(rubric, stimulus, values, _answers(before))
    return [concern for concern in concerns if not _asked_lately(concern, rubric, before)]


def _before(assignment: Assignment, count: int) -> list[int]:
    if not count:
        return []
    own = Assignment.objects.filter(batch=assignment.batch_id, annotator=assignment.annotator_id)
    done = own.filter(state__in=ANSWERED).exclude(pk=assignment.pk)
    return list(done.order_by("-submitted_at").values_list("pk", flat=True)[:count])


def _answers(assignments: Sequence[int]) -> list[Answers]:
    answers: dict[int, dict[str, int | str]] = {pk: {} for pk in assignments}
    for answer in Answer.objects.filter(assignment__in=assignments):
        if answer.number is not None:
            answers[answer.assignment_id][answer.key] = int(answer.number)
    return [answers[pk] for pk in assignments]


def _asked_lately(concern: Concern, rubric: Rubric, before: Sequence[int]) -> bool:
    """Return whether the annotator was recently asked about the same concern. `before` has the ids
    of earlier assignments, newest first. The concern's guard says how many of them count."""
    span = next(guard.earlier_hits for guard in rubric.guards if guard.guard == concern.guard)
    return (
        bool(span)
        and RaisedConcern.objects.filter(assignment__in=before[:span], guard=concern.guard).exists()
    )
