"""Gold HITs with degraded copies of outputs. A copy must not be scored higher than its original.

If a page shows two outputs, the copy is shown next to its original. If a page shows one output,
original and copy are separate gold HITs, and no one who answers both may score the copy higher.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.db import transaction
from django.db.models import QuerySet, Value
from django.db.models.functions import MD5, Concat
from django.utils.translation import gettext as _

from core.errors import RateroomError
from hits.batches.drafting import locked_draft
from hits.models import Batch, GoldKey
from hits.stimulus import words
from people.acts import record
from people.models import Act, User
from quality.gold.rules import Rule, unless
from stimuli.copies.making import Way, copy_system, make_copy
from stimuli.copies.ways import drop_sentence, swap_sentence
from stimuli.models import Output, System
from surveys.questions import Question, questions

MOST_COPIES = 200
MOST_LOOKED_AT = 1000  # outputs to examine until there are enough copies
A_PAIR = 2
LOOKED_AT_FOR_EXAMPLE = 20  # outputs to examine for an example of a copy


class CannotDegrade(RateroomError):
    """Raised if degraded copies cannot be created, or if no question can compare them with their
    originals."""


@dataclass(frozen=True)
class Criterion:
    """A question that can compare a copy with its original. `key` is the question's key without the
    output's letter."""

    key: str
    label: str


def criteria(batch: Batch) -> list[Criterion]:
    """Return the questions that can compare a copy with its original: preferences, and scores with
    a better end. The list is empty if a page shows more than two outputs or there are no
    outputs."""
    per_page = _per_page(batch)
    output = _outputs(batch).first()
    if output is None or per_page > A_PAIR:
        return []
    by_key: dict[str, Criterion] = {}
    for question in _questions(batch, [output] * per_page):
        has_end = not question.is_text and question.best in {"highest", "lowest"}
        # Skip questions of sections with a condition: an earlier answer can hide the question for
        # one output and show it for the other.
        if (has_end or question.chooses_output) and question.section_gate is None:
            key = _without_letter(question)
            by_key.setdefault(key, Criterion(key, question.label))
    return list(by_key.values())


def examples_of(batch: Batch) -> dict[Way, str]:
    """Return an example of a degraded text for each way of degrading. The example is "" if no text
    is suitable, for example if all outputs are media."""
    outputs = list(_outputs(batch).exclude(text="").order_by("pk")[:LOOKED_AT_FOR_EXAMPLE])
    return {way: next(filter(None, _worse_texts(outputs, way)), "") for way in Way}


def _worse_texts(outputs: Sequence[Output], way: Way) -> Iterator[str]:
    for output in outputs:
        if way == Way.DROPPED_SENTENCE:
            yield drop_sentence(output.text, seed="example") or ""
        elif way == Way.FOREIGN_SENTENCE:
            donor = next((each for each in outputs if each.item_id != output.item_id), output)
            yield swap_sentence(output.text, donor.text, seed="example") or ""


@transaction.atomic
def make_degraded_gold(
    *, batch_id: int, system_id: int, way: str, criterion: str, number: int, by: User | None
) -> int:
    """Create gold HITs for a draft from at most `number` outputs of a system and their degraded
    copies. Return the number of copies.

    The batch's seed determines the outputs and the changes. Raises NotADraft, CannotDegrade and
    MediaError.
    """
    batch = locked_draft(batch_id)
    system = System.objects.filter(batches=batch, pk=system_id).first()
    if system is None or way not in Way.values or not 1 <= number <= MOST_COPIES:
        raise CannotDegrade(
            _(
                "Choose a system, a way to degrade its outputs, and a number of copies up to "
                "%(most)s."
            )
            % {"most": MOST_COPIES}
        )
    if criterion not in {each.key for each in criteria(batch)}:
        raise CannotDegrade(
            _(
                "Choose a criterion that is a preference or a score with a direction. The "
                "rubric must show one or two outputs per HIT."
            )
        )
    copies = copy_system(original=system, way=Way(way), seed=batch.seed)
    copied = 0
    for original, copy in _copied(batch, system, copies, Way(way)):
        keys = _gold(batch, original, copy, criterion)
        GoldKey.objects.bulk_create(keys)
        copied += 1
        if copied == number:
            break
    if not copied:
        raise CannotDegrade(
            _("None of the outputs that we tried can be degraded this way."),
            remedy=_(
                "Choose another way to degrade the outputs. Changing sentences needs text, and "
                "blurring needs pictures."
            ),
        )
    record(
        by,
        Act.Verb.AMENDED,
        batch,
        after={"gold": batch.gold_keys.count(), "degraded": copied, "rule": way},
    )
    return copied


def _copied(
    batch: Batch, system: System, copies: System, way: Way
) -> Iterator[tuple[Output, Output]]:
    """Yield outputs of the system with their degraded copies. The order is random, but determined
    by the batch's seed. Items that are already gold are skipped."""
    gold = set(batch.gold_keys.values_list("item", flat=True))
    drawn = MD5(Concat(Value(f"{batch.seed}:{way.value}:"), "item__external_id"))
    outputs = _outputs(batch).filter(system=system).annotate(drawn=drawn)
    originals = list(outputs.order_by("drawn", "pk")[:MOST_LOOKED_AT])
    for place, original in enumerate(originals):
        donor = originals[place - 1]  # output of another item; the first one uses the last one
        if original.item_id in gold or donor.pk == original.pk:
            continue
        copy = make_copy(output=original, donor=donor, system=copies, way=way, seed=batch.seed)
        if copy is not None:
            yield original, copy


def _outputs(batch: Batch) -> QuerySet[Output]:
    compared = Output.objects.filter(system__in=batch.systems.all(), item__dataset=batch.dataset_id)
    return compared.select_related("item", "system").order_by("pk")


def _gold(batch: Batch, original: Output, copy: Output, criterion: str) -> list[GoldKey]:
    """Return the gold keys for an original and its copy. If a page shows two outputs, one gold HIT
    shows both. If it shows one, each is a separate gold HIT."""
    if _per_page(batch) == A_PAIR:
        pair = sorted((original, copy), key=lambda output: output.system.name)
        on_page = _questions(batch, pair)
        rule = _rule_of_pair(on_page, criterion, letter="ab"[pair.index(copy)])
        return [_key(batch, pair, [rule])]
    (question,) = [each for each in _questions(batch, [copy]) if each.key == criterion]
    rule = {
        "question": criterion,
        "sign": _sign(question),
        "other": criterion,
        "beside": [original.pk],
        **unless(question),
    }
    return [_key(batch, [original], []), _key(batch, [copy], [rule])]


def _key(batch: Batch, outputs: Sequence[Output], rules: list[Rule]) -> GoldKey:
    ids = [output.pk for output in outputs]
    return GoldKey(
        batch=batch,
        item_id=outputs[0].item_id,
        output_ids=ids,
        rules=rules,
        kind=GoldKey.Kind.DEGRADED,
    )


def _rule_of_pair(on_page: Sequence[Question], criterion: str, *, letter: str) -> Rule:
    """Return the rule for passing a HIT that shows an original and its copy. `letter` is the copy's
    letter on the page."""
    named = {_without_letter(question): question for question in on_page}
    question = named[criterion]
    if question.chooses_output:
        accepted = [value for value in question.values() if question.preferred(value) != letter]
        return {"question": question.key, "accepted": accepted, **unless(question)}
    other = "ab".replace(letter, "")
    both = [each for each in on_page if _without_letter(each) == criterion]
    return {
        "question": f"{letter}.{criterion}",
        "sign": _sign(question),
        "other": f"{other}.{criterion}",
        **unless(*both),
    }


def _sign(question: Question) -> str:
    """Return the operator between the copy's score and the original's score: "<=" if high scores
    are better, and ">=" otherwise."""
    return "<=" if question.best == "highest" else ">="


def _without_letter(question: Question) -> str:
    return question.key.removeprefix(f"{question.output}.") if question.output else question.key


def _per_page(batch: Batch) -> int:
    return int(batch.rubric_version.spec.outputs.per_page)


def _questions(batch: Batch, outputs: Sequence[Output]) -> list[Question]:
    rubric = batch.rubric_version.spec
    texts = [output.text for output in outputs]
    return questions(rubric, words(outputs[0].item.fields, texts, "".join(rubric.letters())))
