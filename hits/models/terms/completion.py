"""Terms about completion codes, breaks, rejections, and reports of broken HITs."""

from django.core.validators import (
    MaxValueValidator,
    MinValueValidator,
    RegexValidator,
    URLValidator,
)
from django.db import models
from django.db.models import Q
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _

CODE = r"^[A-Za-z0-9_-]+\Z"


class CompletionTerms(models.Model):
    """Terms for how annotators of a batch prove their work: with a completion code, a completion
    address, both or neither."""

    class Completion(models.TextChoices):
        NONE = "none", _("No completion code")
        FIXED = "fixed", capfirst(_("code for everyone"))
        DRAWN = "drawn", _("A random code for each annotator")

    completion = models.CharField(
        _("completion code"), max_length=5, choices=Completion, default=Completion.NONE
    )
    completion_code = models.CharField(
        _("code for everyone"),
        max_length=40,
        blank=True,
        validators=[
            RegexValidator(
                CODE, _("Letters, digits, hyphens and underscores only, for example C1A2B3C4.")
            )
        ],
        help_text=_(
            "The code from your panel. If you change it, people who already have a code keep "
            "theirs."
        ),
    )
    completion_url = models.CharField(
        _("completion address"),
        max_length=500,
        blank=True,
        validators=[
            URLValidator(
                schemes=["https"],
                message=_("Enter a full address that starts with https://, or leave it blank."),
            )
        ],
        help_text=_(
            "Opened by a button next to the completion code. Must start with https://. To "
            "insert the code, write {code} in the address."
        ),
    )
    code_after = models.PositiveIntegerField(
        _("HITs until the completion code"),
        null=True,
        blank=True,
        validators=[MinValueValidator(1)],
        help_text=_(
            "Number of submitted HITs. Annotators with no HITs left get the code earlier. "
            "Leave blank to give the code only when no HITs are left."
        ),
    )

    class Meta:
        abstract = True


COMPLETION_CONSTRAINTS: list[models.BaseConstraint] = [
    models.CheckConstraint(
        name="batch_completion_stated",
        condition=Q(
            completion="none", completion_code="", completion_url="", code_after__isnull=True
        )
        | Q(completion="fixed", completion_code__regex=CODE)
        | Q(completion="drawn", completion_code=""),
        violation_error_message=_(
            "“Code for everyone” needs a code. Random codes need none. Without completion "
            "codes, leave code, address and number blank."
        ),
    ),
    models.CheckConstraint(
        name="batch_completion_address",
        condition=Q(completion_url="") | Q(completion_url__startswith="https://"),
        violation_error_message=_(
            "Enter a full address that starts with https://, or leave it blank."
        ),
    ),
    models.CheckConstraint(
        name="batch_code_and_break_from_one",
        condition=(Q(code_after__isnull=True) | Q(code_after__gte=1))
        & (Q(break_after__isnull=True) | Q(break_after__gte=1)),
        violation_error_message=_("Enter a number of 1 or more."),
    ),
]


class CareTerms(models.Model):
    """The time allowed for an appeal, and two limits. The limits are the number of reports that put
    a HIT on hold, and the minimum time for a HIT. A faster submission needs a confirmation.
    Publishing locks only the time for appeals."""

    objection_days = models.PositiveSmallIntegerField(
        _("days to appeal a rejection"),
        null=True,
        blank=True,
        default=30,
        validators=[MinValueValidator(1), MaxValueValidator(365)],
        help_text=_("The days count from the rejection. Leave blank for no deadline."),
    )
    reports_to_suspend = models.PositiveSmallIntegerField(
        _("reports until a HIT is put on hold"),
        null=True,
        blank=True,
        default=2,
        validators=[MinValueValidator(1), MaxValueValidator(100)],
        help_text=_(
            "After this number of reports, the HIT is put on hold until you decide. Leave "
            "blank to disable."
        ),
    )

    least_reading_percent = models.PositiveSmallIntegerField(
        _("minimum time per HIT"),
        default=25,
        db_default=0,
        validators=[MaxValueValidator(100)],
        help_text=_(
            "As a percentage of a fast reader’s time. We ask annotators who are faster to look "
            "again. Enter 0 to disable."
        ),
    )

    class Meta:
        abstract = True


CARE_CONSTRAINTS = (
    models.CheckConstraint(
        name="batch_objection_days",
        condition=Q(objection_days__isnull=True)
        | Q(objection_days__gte=1, objection_days__lte=365),
    ),
    models.CheckConstraint(
        name="batch_reports_to_suspend",
        condition=Q(reports_to_suspend__isnull=True) | Q(reports_to_suspend__gte=1),
    ),
    models.CheckConstraint(
        name="batch_least_reading_percent", condition=Q(least_reading_percent__lte=100)
    ),
)
