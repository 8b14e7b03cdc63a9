"""Models of the pages around the work: their texts, the pages that a batch uses, and people's
answers.

People's answers about themselves have their own table, which no export of responses and no result
reads.
"""

from functools import cached_property
from typing import ClassVar

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from hits.models import Batch, Enrolment
from people.models import Project, User
from surveys.questionnaires.loading import example_sha256, stored_questionnaire
from surveys.questionnaires.spec import PageKind, Questionnaire


class Page(models.TextChoices):
    """The pages around the work that a batch can have, in the order in which people see them."""

    CONSENT = PageKind.CONSENT.value, _("Consent")
    ABOUT = PageKind.ABOUT.value, _("Demographics")
    COMPREHENSION = PageKind.COMPREHENSION.value, _("Comprehension check")
    CLOSING = PageKind.CLOSING.value, _("Exit questionnaire")


class PageVersion(models.Model):
    """A version of a page around the work: its YAML and SHA-256. A trigger refuses changes."""

    project = models.ForeignKey(Project, on_delete=models.PROTECT, related_name="page_versions")
    page = models.CharField("page", max_length=13, choices=Page)
    name = models.CharField("name", max_length=60)
    source = models.TextField("YAML")
    sha256 = models.CharField("SHA-256", max_length=64)
    created_at = models.DateTimeField("created", auto_now_add=True)
    created_by = models.ForeignKey(
        User, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )

    class Meta:
        verbose_name = "page around the work"
        verbose_name_plural = "pages around the work"
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(name="pageversion_once", fields=["project", "page", "sha256"]),
            models.CheckConstraint(
                name="pageversion_hash", condition=Q(sha256__regex="^[0-9a-f]{64}$")
            ),
        ]

    def __str__(self) -> str:
        return f"{self.name} · {self.sha256[:8]}"

    @cached_property
    def spec(self) -> Questionnaire:
        return stored_questionnaire(self.sha256, self.source)

    @property
    def is_unchanged_example(self) -> bool:
        """Return whether this is the example consent page without changes, which names no
        institution."""
        return self.page == Page.CONSENT and self.sha256 == example_sha256(PageKind.CONSENT)


class BatchPage(models.Model):
    """A page around the work that a batch uses. After publishing, only the consent page can be
    replaced, and everyone is then asked for consent again. A trigger refuses all other changes."""

    batch = models.ForeignKey(Batch, on_delete=models.CASCADE, related_name="pages")
    page = models.CharField("page", max_length=13, choices=Page)
    version = models.ForeignKey(PageVersion, on_delete=models.PROTECT, related_name="uses")
    attached_at = models.DateTimeField("attached", auto_now_add=True)
    attached_by = models.ForeignKey(
        User, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    replaced_at = models.DateTimeField("replaced", null=True, blank=True)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(
                name="batchpage_once", fields=["batch", "page"], condition=Q(replaced_at=None)
            ),
        ]


class PageVisit(models.Model):
    """A person's visit to a page around the work, and its outcome.

    `wrong` has the key of a question for each time that the person answered it wrongly.
    """

    enrolment = models.ForeignKey(Enrolment, on_delete=models.CASCADE, related_name="page_visits")
    version = models.ForeignKey(PageVersion, on_delete=models.PROTECT, related_name="visits")
    language = models.CharField("language shown", max_length=20, blank=True)
    tries = models.PositiveSmallIntegerField("tries", default=0)
    wrong = ArrayField(models.CharField(max_length=80), verbose_name="wrong", default=list)
    finished_at = models.DateTimeField("finished", null=True, blank=True)
    failed_at = models.DateTimeField("failed", null=True, blank=True)
    forgotten_at = models.DateTimeField("answers deleted", null=True, blank=True)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(name="pagevisit_once", fields=["enrolment", "version"]),
            models.CheckConstraint(
                name="pagevisit_one_end", condition=Q(finished_at=None) | Q(failed_at=None)
            ),
        ]


class PageAnswer(models.Model):
    """One answer on a page around the work. The person can delete it without deleting the visit."""

    visit = models.ForeignKey(PageVisit, on_delete=models.CASCADE, related_name="answers")
    question = models.CharField("question", max_length=80)
    number = models.IntegerField("number", null=True, blank=True)
    text = models.TextField("text", blank=True, default="")

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(name="pageanswer_once", fields=["visit", "question"]),
            models.CheckConstraint(
                name="pageanswer_number_or_text", condition=Q(number__isnull=True) ^ Q(text="")
            ),
        ]

    @property
    def value(self) -> int | str:
        return self.text if self.number is None else self.number


class ConsentDecision(models.Model):
    """A person's decision to agree to a consent text, to decline, or to withdraw. The person's
    latest decision applies. Rows are added but never changed."""

    class Decision(models.TextChoices):
        AGREED = "agreed", _("Agreed")
        DECLINED = "declined", _("Declined")
        WITHDRAWN = "withdrawn", _("Withdrew")

    enrolment = models.ForeignKey(
        Enrolment, on_delete=models.CASCADE, related_name="consent_decisions"
    )
    version = models.ForeignKey(PageVersion, on_delete=models.PROTECT, related_name="decisions")
    decision = models.CharField("decision", max_length=9, choices=Decision)
    language = models.CharField("language shown", max_length=20, blank=True)
    decided_at = models.DateTimeField("decided", auto_now_add=True)
