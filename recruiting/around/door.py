"""The first screen of a batch for people who come through a link or from a panel. It shows the
total time and pay, and asks for consent before anything about the person is stored."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import cached_property

from django.utils.translation import get_language

from hits.batches.training import before_work
from hits.models import HIT, Batch, Enrolment
from hits.page.form import FilledPanel, fill
from recruiting.around.answering import decide
from recruiting.around.models import Page, PageVersion
from recruiting.around.steps import has_agreed, version_shown
from surveys.forms import AnswerProblem, check_answers
from surveys.questionnaires.spec import NOTHING
from surveys.questions import questions
from surveys.spec import Rubric

COUNTED = 300  # HITs; larger totals are not counted exactly


@dataclass(frozen=True)
class Offer:
    """The work offered to one person: the maximum number of HITs, and the total time and pay,
    including training and test. All are 0 if there are too many HITs to show totals."""

    hits: int
    seconds: int
    pay: Decimal


def offer_of(batch: Batch, cap: int | None) -> Offer:
    """Return the work offered to a person who can do at most `cap` HITs, in at most two queries."""
    caps = [most for most in (cap, batch.cap_per_annotator) if most is not None]
    main = HIT.objects.filter(batch=batch, purpose=HIT.Purpose.MAIN)
    hits = min([*caps, main[: COUNTED + 1].count()])
    if hits > COUNTED:
        return Offer(0, 0, Decimal(0))
    before = before_work(batch)
    return Offer(
        hits,
        (hits + before.training + before.test) * batch.expected_seconds,
        hits * batch.reward + batch.training_pay,
    )


@dataclass(frozen=True)
class Door:
    """The first screen of a batch. `version` is the consent page that the person must agree to, if
    any. `raw` has the posted answers if the person agreed, and `problems` their errors. `is_known`
    is true if the browser belongs to someone who has joined the batch before."""

    batch: Batch
    version: PageVersion | None
    cap: int | None = None
    raw: Mapping[str, object] | None = None
    problems: Sequence[AnswerProblem] = ()
    is_known: bool = False

    @cached_property
    def offer(self) -> Offer:
        return offer_of(self.batch, self.cap)

    @property
    def language(self) -> str:
        return self.batch.language or get_language() or ""

    @cached_property
    def consent(self) -> Rubric | None:
        """Return the consent page in the person's language, or None if no consent is needed."""
        return self.version.spec.spoken(self.language) if self.version else None

    @property
    def panels(self) -> list[FilledPanel]:
        """Return the consent page's questions for the template. The list is empty if no consent is
        needed."""
        if self.consent is None:
            return []
        return fill(self.consent, NOTHING, self.raw or {}, self.problems)

    @property
    def opens(self) -> bool:
        """Return whether the person can enter, because they agreed or no consent is needed."""
        return self.version is None or (self.raw is not None and not self.problems)

    def agree(self, enrolment: Enrolment) -> None:
        """Store the consent of a person who was just admitted to the batch."""
        if self.version is not None and self.raw is not None:
            decide(
                enrolment_id=enrolment.pk,
                version=self.version,
                agrees=True,
                raw=self.raw,
                language=self.language,
            )


def door_of(
    batch: Batch, *, cap: int | None = None, people: Collection[int], raw: Mapping[str, str]
) -> Door:
    """Return the first screen for a browser that belongs to these `people`. If one of them has
    already agreed, no consent is needed. If `raw` contains an agreement, check its answers."""
    version = version_shown(batch.pk, Page.CONSENT)
    theirs = list(Enrolment.objects.filter(batch=batch, annotator__in=people)) if people else []
    if version is not None and any(has_agreed(enrolment, version) for enrolment in theirs):
        version = None
    door = Door(batch, version, cap, is_known=bool(theirs))
    if door.consent is None or not raw.get("agree"):
        return door
    checked = check_answers(questions(door.consent, NOTHING), raw)
    return replace(door, raw=raw, problems=checked.problems)
