"""Rules that leave answers out of the figures or reject them: declared before publishing,
looked at before they are applied.

Each such class in a module here is found by being here.
"""

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
from hits.models.exclusions import counted, excluded
from hits.review.exclusions import check_length, exclude_assignments
from hits.states import UNREJECTED
from people.models import User
from quality.modules import classes_in
from recruiting.rejection import Ground


class ExclusionRule(ABC):
    """A rule with one number. `sentence`: the rule in words, for forms with its number. `bounds`
    and `start` are the number's. `ground`: what a panel calls such a reason for a rejection; None
    for a rule that never rejects, as `only_excludes` explains."""

    name: ClassVar[str]
    sentence: ClassVar[str | Promise]
    unit: ClassVar[str] = ""  # a field of the API; the sentence has the unit in it
    bounds: ClassVar[tuple[int, int]]
    start: ClassVar[int]
    ground: ClassVar[Ground | None] = None
    only_excludes: ClassVar[str | Promise] = ""

    def in_words(self, number: int) -> str:
        """Return the rule with its number as a page says it."""
        return str(self.sentence) % {"number": number}

    @property
    def title(self) -> str:
        """The rule in words, with an ellipsis for its number."""
        return str(self.sentence) % {"number": "…"}

    @property
    def around(self) -> tuple[str, str]:
        """The words before its number and after it."""
        before, _number, after = self.title.partition("…")
        return before.strip(), after.strip()

    @abstractmethod
    def written(self, number: int) -> str:
        """Return the rule with its number as exports and papers name it: English, at most 60
        characters."""

    @abstractmethod
    def broken_by(self, batch: Batch, number: int) -> Collection[int]:
        """Return the ids of the batch's answers that the rule is about, among `ruled_on`."""


class ResponseRule(ExclusionRule):
    """A rule about each answer by itself."""

    @abstractmethod
    def breaks(self, number: int) -> Q:
        """Return the condition for an answer that breaks it."""

    def broken_by(self, batch: Batch, number: int) -> Collection[int]:
        return list(ruled_on(batch).filter(self.breaks(number)).values_list("pk", flat=True))


class GoldRule(ExclusionRule):
    """A rule about people who break it by their gold: all of their answers."""

    @abstractmethod
    def broken_by_people(
        self, batch: Batch, number: int, enrolments: Collection[int]
    ) -> Collection[int]:
        """Those of `enrolments` whose gold breaks it, as far as none of that is retired."""

    def broken_by(self, batch: Batch, number: int) -> Collection[int]:
        people = self.broken_by_people(batch, number, enrolments_of(batch))
        return answers_of(batch, people)


@cache
def rules() -> dict[str, ExclusionRule]:
    classes = [each for each in classes_in(__name__) if issubclass(each, ExclusionRule)]
    return {rule.name: rule() for rule in sorted(classes, key=lambda rule: rule.name)}


def ruled_on(batch: Batch) -> QuerySet[Assignment]:
    """Return the answers that rules check: of main HITs, neither rejected nor returned at a panel.

    Answers excluded by another rule are among them, so rules can be applied in any order.
    """
    answers = Assignment.objects.filter(
        batch=batch, hit__batch=batch, state__in=UNREJECTED, hit__purpose=HIT.Purpose.MAIN
    )
    return answers.filter(~excluded(rule=Exclusion.RETURNED))


def counted_of(batch: Batch) -> QuerySet[Assignment]:
    """Return the batch's answers that count. That their HITs are the batch's is said too: without
    it the HITs of all batches would be read."""
    return counted(Assignment.objects.filter(batch=batch, hit__batch=batch))


def enrolments_of(batch: Batch) -> list[int]:
    """Return the enrolments of everybody with an answer that rules look at."""
    mine = ruled_on(batch).filter(enrolment__isnull=False).order_by()
    return list(mine.values_list("enrolment", flat=True).distinct())


def answers_of(batch: Batch, enrolments: Collection[int]) -> list[int]:
    """Return the ids of all answers, of these enrolments, that rules look at."""
    if not enrolments:
        return []
    mine = ruled_on(batch).filter(enrolment__in=enrolments)
    return list(mine.values_list("pk", flat=True))


@dataclass(frozen=True)
class RulePreview:
    """What a rule would do: leave out `answers` of `counted` ones, by `annotators` of `people`."""

    written: str
    answers: int
    annotators: int
    counted: int
    people: int


def check_number(rule: ExclusionRule, number: int) -> None:
    """Raise RateroomError if the rule's number is out of its bounds."""
    low, high = rule.bounds
    if not low <= number <= high:
        raise RateroomError(
            _("Choose a number from %(low)s to %(high)s.") % {"low": low, "high": high},
            field="number",
        )


def preview_rule(*, batch: Batch, rule: ExclusionRule, number: int) -> RulePreview:
    """Return what `apply_rule` would leave out now: what is left out already is not counted
    again."""
    check_number(rule, number)
    written = rule.written(number)
    if isinstance(rule, ResponseRule):
        return _preview(written, rule.breaks(number), counted_of(batch))
    return preview_ids(written, rule.broken_by(batch, number), counted_of(batch))


def preview_ids(written: str, ids: Collection[int], among: QuerySet[Assignment]) -> RulePreview:
    """Return how many of these answers are among those that could still be left out, or rejected;
    in one statement, which looks each up in a hash of the ids."""
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
    """Exclude the responses that break the rule now; return their number. Later responses are not
    affected until it is applied again."""
    check_number(rule, number)
    check_length(reason, "reason")
    ids = rule.broken_by(batch, number)
    return exclude_assignments(
        batch=batch, ids=ids, rule=rule.written(number), by=by, reason=reason, tell=tell
    )
