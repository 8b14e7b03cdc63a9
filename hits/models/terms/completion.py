"""Terms about completion codes for people from a panel, and about breaks."""

from django.core.validators import MinValueValidator, RegexValidator, URLValidator
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

CODE = r"^[A-Za-z0-9_-]+\Z"


class CompletionTerms(models.Model):
    """The completion code, and the address that takes it, if there are any."""

    class Completion(models.TextChoices):
        NONE = "none", _("No completion code")
        FIXED = "fixed", _("One code for everyone")
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
            "Shown as a button next to the code. {code} is replaced by the code. Must start with "
            "https://."
        ),
    )
    code_after = models.PositiveIntegerField(
        _("completion code after"),
        null=True,
        blank=True,
        validators=[MinValueValidator(1)],
        help_text=_(
            "Number of submitted HITs. Annotators with no HITs left get it earlier. Leave blank "
            "to give it only then."
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
            "“One code for everyone” needs a code. Random codes need none. Without completion "
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
