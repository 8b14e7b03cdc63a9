"""Form fields for minutes, percentages and uploaded tables of a limited size."""

from decimal import ROUND_HALF_UP, Decimal
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from core.errors import RateroomError
from core.small_tables import check_size

HUNDREDTH = Decimal("0.01")


def plain(number: Decimal) -> str:
    """Return the number without an exponent and without trailing zeros."""
    text = f"{number:f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


class SmallTableField(forms.FileField):
    """A form field for an uploaded table of at most 2 MB."""

    def clean(self, data: object, initial: object = None) -> object:
        file = super().clean(data, initial)
        if file:
            try:
                check_size(file, "")
            except RateroomError as error:
                raise ValidationError(str(error)) from error
        return file


class MinutesField(forms.DecimalField):
    """A form field that shows minutes. Its value is a whole number of seconds."""

    def prepare_value(self, value: object) -> object:
        if isinstance(value, int):
            return plain((Decimal(value) / 60).quantize(HUNDREDTH, ROUND_HALF_UP))
        return value

    def clean(self, value: object) -> object:
        minutes = super().clean(value)
        if minutes is None:
            return None
        return int((minutes * 60).quantize(Decimal(1), ROUND_HALF_UP))


class PercentField(forms.DecimalField):
    """A form field that shows per cent. Its value is a share above 0 and at most 1. With
    `or_nothing`, 0 is also allowed."""

    def __init__(self, *, or_nothing: bool = False, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.or_nothing = or_nothing

    def prepare_value(self, value: object) -> object:
        return plain(value * 100) if isinstance(value, Decimal) else value

    def has_changed(self, initial: object, data: object) -> bool:
        """Return whether the value has changed. Both values are compared in per cent."""
        return super().has_changed(self.prepare_value(initial), data)

    def clean(self, value: object) -> object:
        percent = super().clean(value)
        if percent is None:
            return None
        if percent == 0 and self.or_nothing:
            return percent
        if not 0 < percent <= 100:  # noqa: PLR2004 - per cent
            raise ValidationError(_("Enter a percentage above 0 and at most 100."))
        return percent / 100
