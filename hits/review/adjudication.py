"""Adjudication: finding HITs with disagreeing answers, and deciding on them. The batch's rule says
when answers disagree. An adjudicator's decision is separate from annotators' responses."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.db import connection, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from core.errors import RateroomError
from hits.exports.columns import answer_columns
from hits.models import HIT, AdjudicatedAnswer, Adjudication, AdjudicationRule, Batch
from hits.states import load_with_states
from hits.stimulus import words_of_hit
from people.acts import record
from people.models import Act, User
from surveys.columns import derive
from surveys.forms import CheckedAnswers, check_answers
from surveys.guards import Concern, find_concerns
from surveys.languages.translations import in_language
from surveys.questions import Value, form_questions

_DIFFERING = load_with_states("hits/review/sql/adjudication.sql", "differing")
# HITs searched by one SQL statement, so that its cost does not depend on the batch's size
WINDOW = 2000
NEVER = 2**31  # larger than any possible difference between two scores


@transaction.atomic
def state_rule(*, batch: Batch, span: int | None, no_majority: bool, by: User) -> AdjudicationRule:
    """Set or change the batch's rule for adjudication, and return it. A HIT needs adjudication if
    its scores differ by at least `span`. With `no_majority`, it also needs adjudication if no
    choice has a majority. Raises RateroomError if neither is given."""
    if not span and not no_majority:
        raise RateroomError(
            _("Enter a minimum difference, select “Choices without a majority”, or do both."),
            where=_("Rule"),
        )
    stated = {"span": span or None, "no_majority": no_majority, "stated_by": by}
    rule, _created = AdjudicationRule.objects.update_or_create(batch=batch, defaults=stated)
    return rule


@dataclass(frozen=True)
class Differing:
    """The ids of HITs to adjudicate. `following` is the id of the last HIT searched, where the next
    search continues. It is None at the end of the batch."""

    hits: Sequence[int]
    following: int | None


def differing(rule: AdjudicationRule, *, after: int = 0) -> Differing:
    """Search the next `WINDOW` HITs after the id `after`, and return those to adjudicate."""
    columns = [column for column in answer_columns(rule.batch) if column.measure]
    with connection.cursor() as cursor:
        cursor.execute(
            _DIFFERING,
            {
                "batch": rule.batch_id,
                "after": after,
                "window": WINDOW,
                "span": rule.span or NEVER,
                "no_majority": rule.no_majority,
                "scores": [column.key for column in columns if column.level != "nominal"],
                "labels": [column.key for column in columns if column.level == "nominal"],
            },
        )
        last, looked_at, hits = cursor.fetchone()
    return Differing(hits, last if looked_at == WINDOW else None)


def next_differing(rule: AdjudicationRule, *, after: int) -> int | None:
    """Return the id of the next HIT to adjudicate after the id `after`. If there is none, search
    again from the beginning of the batch. Return None if this search finds no HIT either."""
    for beginning in (after, 0):
        if hits := differing(rule, after=beginning).hits:
            return hits[0]
    return None


@dataclass(frozen=True)
class Decided:
    """The result of checking an adjudicator's answers: a stored adjudication, problems to correct,
    or concerns to confirm."""

    checked: CheckedAnswers
    concerns: Sequence[Concern] = ()
    adjudication: Adjudication | None = None


@transaction.atomic
def adjudicate(
    *, hit: HIT, raw: Mapping[str, object], confirmed: Sequence[str], language: str, by: User
) -> Decided:
    """Check an adjudicator's answers to the HIT like an annotator's. If there are no problems and
    no unconfirmed concerns, store them and record the act. `confirmed` names the guards of
    confirmed concerns. An earlier adjudication is kept as history."""
    batch = hit.batch
    rubric = in_language(batch.rubric_version.spec, batch.language or language)
    order = "".join(rubric.letters())
    stimulus = words_of_hit(hit, order)
    checked = check_answers(form_questions(rubric, stimulus), raw)
    if checked.problems:
        return Decided(checked)
    concerns = [
        concern
        for concern in find_concerns(rubric, stimulus, checked.values)
        if concern.guard not in confirmed
    ]
    if concerns:
        return Decided(checked, concerns)
    HIT.objects.select_for_update(no_key=True).get(pk=hit.pk)
    Adjudication.objects.filter(hit=hit, replaced_at=None).update(replaced_at=timezone.now())
    adjudication = Adjudication.objects.create(
        hit=hit, adjudicator=by, shown_order=order, rubric_sha256=batch.rubric_version.sha256
    )
    derived = derive(rubric, checked.values, stimulus)
    _store(adjudication, {**checked.values, **derived})
    record(by, Act.Verb.ADJUDICATED, batch, after={"hit": hit.pk})
    return Decided(checked, adjudication=adjudication)


def _store(adjudication: Adjudication, values: Mapping[str, Value]) -> None:
    AdjudicatedAnswer.objects.bulk_create(
        AdjudicatedAnswer(
            adjudication=adjudication,
            key=key,
            number=None if isinstance(value, str) else value,
            text=value if isinstance(value, str) else None,
        )
        for key, value in values.items()
    )
