"""Rules that exclude or reject responses. They are set before or after publishing, and previewed
before they are applied. Every rule class in a module of this package is found automatically."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection
from dataclasses import dataclass
from functools import cache
from typing import ClassVar

from django.db.models import BooleanField, Count, Q, QuerySet, Sum
from django.db.models.expressions import RawSQL
from django.utils.functional import Promise
from django.utils.translation import gettext as _

from core.errors import RateroomError
from hits.models import HIT, Assignment, Batch, Exclusion
from hits.models.decisions import counted, excluded
from hits.review.exclusions import check_length, exclude_assignments
from hits.states import UNREJECTED
from people.models import User
from quality.modules import classes_in
from recruiting.rejection import Ground


class ExclusionRule(ABC):
    """A rule with one number. `sentence` is the rule as a sentence with a placeholder for the
    number. `bounds` are the limits of the number, and `start` is its initial value.

    `ground` is the reason for rejection that a panel must allow. It is None for a rule that never
    rejects responses. `only_excludes` then says why.
    """

    name: ClassVar[str]
    sentence: ClassVar[str | Promise]
    unit: ClassVar[str] = ""  # shown in the API only, because the sentence contains the unit
    bounds: ClassVar[tuple[int, int]]
    start: ClassVar[int]
    ground: ClassVar[Ground | None] = None
    only_excludes: ClassVar[str | Promise] = ""

    def in_words(self, number: int) -> str:
        """Return the rule with this number as a sentence for pages."""
        return str(self.sentence) % {"number": number}

    @property
    def title(self) -> str:
        """Return the rule as a sentence with “…” in place of the number."""
        return str(self.sentence) % {"number": "…"}

    @property
    def around(self) -> tuple[str, str]:
        """Return the parts of the sentence before and after the number."""
        before, _number, after = self.title.partition("…")
        return before.strip(), after.strip()

    @abstractmethod
    def written(self, number: int) -> str:
        """Return the rule in English for exports and papers. The text has at most 60 characters."""

    @abstractmethod
    def broken_by(self, batch: Batch, number: int) -> Collection[int]:
        """Return the ids of the responses that break the rule, among the responses in
        `ruled_on`."""


class ResponseRule(ExclusionRule):
    """A rule that is checked for each response separately."""

    @abstractmethod
    def breaks(self, number: int) -> Q:
        """Return a condition for responses that break the rule."""

    def broken_by(self, batch: Batch, number: int) -> Collection[int]:
        return list(ruled_on(batch).filter(self.breaks(number)).values_list("pk", flat=True))


class GoldRule(ExclusionRule):
    """A rule about a person's gold answers. If a person breaks the rule, all of the person's
    responses break it."""

    @abstractmethod
    def broken_by_people(
        self, batch: Batch, number: int, enrolments: Collection[int]
    ) -> Collection[int]:
        """Return the ids in `enrolments` of the people who break the rule. Retired gold is not
        counted."""

    def broken_by(self, batch: Batch, number: int) -> Collection[int]:
        people = self.broken_by_people(batch, number, enrolments_of(batch))
        return answers_of(batch, people)


@cache
def rules() -> dict[str, ExclusionRule]:
    classes = [each for each in classes_in(__name__) if issubclass(each, ExclusionRule)]
    return {rule.name: rule() for rule in sorted(classes, key=lambda rule: rule.name)}


def ruled_on(batch: Batch) -> QuerySet[Assignment]:
    """Return the responses that rules check. These are the responses to main HITs that were not
    rejected and not returned at a panel.

    Responses that are excluded by other rules are checked too, so rules can be applied in any
    order.
    """
    answers = Assignment.objects.filter(
        batch=batch, hit__batch=batch, state__in=UNREJECTED, hit__purpose=HIT.Purpose.MAIN
    )
    return answers.filter(~excluded(rule=Exclusion.RETURNED))


def counted_of(batch: Batch) -> QuerySet[Assignment]:
    """Return the batch's included responses. The condition on the batch of the HITs seems
    redundant. Without it, PostgreSQL would read the HITs of all batches."""
    return counted(Assignment.objects.filter(batch=batch, hit__batch=batch))


def enrolments_of(batch: Batch) -> list[int]:
    """Return the enrolment ids of everyone who has responses that rules check."""
    mine = ruled_on(batch).filter(enrolment__isnull=False).order_by()
    return list(mine.values_list("enrolment", flat=True).distinct())


def answers_of(batch: Batch, enrolments: Collection[int]) -> list[int]:
    """Return the ids of the responses that rules check, for these enrolments."""
    if not enrolments:
        return []
    mine = ruled_on(batch).filter(enrolment__in=enrolments)
    return list(mine.values_list("pk", flat=True))


@dataclass(frozen=True)
class RulePreview:
    """The effect that a rule would have. It would exclude or reject `answers` of `counted`
    responses, given by `annotators` of `people` people."""

    written: str
    answers: int
    annotators: int
    counted: int
    people: int


def check_number(rule: ExclusionRule, number: int) -> None:
    """Raise RateroomError for the form field `number` if the number is outside the rule's
    bounds."""
    low, high = rule.bounds
    if not low <= number <= high:
        raise RateroomError(
            _("Choose a number from %(low)s to %(high)s.") % {"low": low, "high": high},
            field="number",
        )


def preview_rule(*, batch: Batch, rule: ExclusionRule, number: int) -> RulePreview:
    """Return the effect that `apply_rule` would have now. Responses that are already excluded are
    not counted. Raises RateroomError if the number is outside the rule's bounds."""
    check_number(rule, number)
    written = rule.written(number)
    if isinstance(rule, ResponseRule):
        return _preview(written, rule.breaks(number), counted_of(batch))
    return preview_ids(written, rule.broken_by(batch, number), counted_of(batch))


def preview_ids(written: str, ids: Collection[int], among: QuerySet[Assignment]) -> RulePreview:
    """Return the effect of a rule on the responses in `among`. `ids` are the ids of the responses
    that break the rule. Uses one SQL statement."""
    is_broken = RawSQL(
        "hits_assignment.id = any(%s::bigint[])", [list(ids)], output_field=BooleanField()
    )
    return _preview(written, is_broken, among)


def _preview(written: str, is_broken: Q | RawSQL, among: QuerySet[Assignment]) -> RulePreview:
    by_person = among.order_by().values("annotator")
    numbers = by_person.annotate(given=Count("pk"), broken=Count("pk", filter=is_broken)).aggregate(
        answers=Sum("broken"),
        annotators=Count("broken", filter=Q(broken__gt=0)),
        counted=Sum("given"),
        people=Count("given"),
    )
    return RulePreview(written, **{name: number or 0 for name, number in numbers.items()})


def apply_rule(
    *,
    batch: Batch,
    rule: ExclusionRule,
    number: int,
    by: User | None,
    reason: str = "",
    tell: Callable[[int], None] | None = None,
) -> int:
    """Exclude the responses that break the rule now. Return the number of new exclusions. Later
    responses are excluded only if the rule is applied again. Raises RateroomError if the number is
    outside the rule's bounds or the reason is too long."""
    check_number(rule, number)
    check_length(reason, "reason")
    ids = rule.broken_by(batch, number)
    return exclude_assignments(
        batch=batch, ids=ids, rule=rule.written(number), by=by, reason=reason, tell=tell
    )
