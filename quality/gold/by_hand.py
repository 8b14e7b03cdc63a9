"""Known answers for single HITs, which researchers enter in the preview."""

from collections.abc import Mapping, Sequence

from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext as _

from core.errors import RateroomError
from hits.batches.drafting import locked_draft
from hits.models import Batch, GoldKey
from hits.stimulus import words
from people.acts import record
from people.models import Act, User
from quality.gold.rules import Rule, parse_rule, refuse_unasked
from quality.gold.uploading import LONGEST
from stimuli.models import Output
from surveys.questions import Question, questions

# Degraded copies come in pairs, so they are not edited by hand
BY_HAND = (GoldKey.Kind.KNOWN, GoldKey.Kind.INSTRUCTIONAL)


def asked_about(batch: Batch, outputs: Sequence[Output]) -> dict[str, Question]:
    """Return the questions about these outputs that are answered with a choice or a number, by
    key."""
    rubric = batch.rubric_version.spec
    texts = [output.text for output in outputs]
    stimulus = words(outputs[0].item.fields, texts, "".join(rubric.letters()))
    return {each.key: each for each in questions(rubric, stimulus) if not each.is_text}


def key_of(batch: Batch, outputs: Sequence[Output]) -> GoldKey | None:
    """Return the gold key for these outputs, or None if there is none."""
    ids = [output.pk for output in outputs]
    return GoldKey.objects.filter(batch=batch, output_ids=ids).first()


def rules_of(questions_by_key: Mapping[str, Question], accepted: Mapping[str, str]) -> list[Rule]:
    """Return the rules for passing the questions. `accepted` has the accepted answers by question
    key, in the notation of gold tables. Raises BadRule if a question does not allow its answers."""
    rules = [parse_rule(questions_by_key, key, text) for key, text in accepted.items() if text]
    refuse_unasked(questions_by_key, rules)
    return rules


@transaction.atomic
def use_hit(
    *,
    batch_id: int,
    outputs: Sequence[Output],
    purpose: str,
    kind: str = GoldKey.Kind.KNOWN,
    accepted: Mapping[str, str],
    explanation: str,
    by: User,
) -> None:
    """Use these outputs as a gold, training or test HIT of a draft, instead of any earlier use.
    `accepted` has the accepted answers by question key, in the notation of gold tables. Raises
    NotADraft, BadRule, and RateroomError if no answer is chosen."""
    batch = locked_draft(batch_id)
    by_key = asked_about(batch, outputs)
    rules = rules_of(by_key, accepted)
    if not rules:
        raise RateroomError(_("Choose an answer to at least one question."))
    last = GoldKey.objects.filter(batch=batch).aggregate(last=Max("place"))["last"] or 0
    before = key_of(batch, outputs)
    values = {
        "purpose": purpose,
        "kind": kind,
        "rules": rules,
        "explanation": explanation.strip()[:LONGEST],
    }
    if before is not None:
        GoldKey.objects.filter(pk=before.pk).update(**values)
    else:
        GoldKey.objects.create(
            batch=batch,
            item=outputs[0].item,
            output_ids=[output.pk for output in outputs],
            place=last + 1,
            **values,
        )
    record(
        by,
        Act.Verb.AMENDED,
        batch,
        before={str(before.purpose): outputs[0].item.external_id} if before else None,
        after={purpose: outputs[0].item.external_id},
    )


@transaction.atomic
def remove_key(*, batch_id: int, key_id: int, by: User) -> str:
    """Remove a HIT's known answers from a draft, and log this. Return the item's id. Return "" if
    the HIT has no answers entered by hand. Raises NotADraft, and RateroomError if a degraded copy
    is compared with the HIT."""
    batch = locked_draft(batch_id)
    key = (
        GoldKey.objects.select_related("item")
        .filter(batch=batch, pk=key_id, kind__in=BY_HAND)
        .first()
    )
    if key is None or not key.rules:
        return ""
    if GoldKey.objects.filter(batch=batch, rules__contains=[{"beside": key.output_ids}]).exists():
        raise RateroomError(_("A degraded copy is compared with this HIT. Remove the copy first."))
    key.delete()
    record(by, Act.Verb.AMENDED, batch, before={str(key.purpose): key.item.external_id})
    return key.item.external_id
