"""Serializers and fields that several resources share."""

from typing import Any

from rest_framework import serializers

from core.errors import Problem


def names(*parts: str) -> list[str]:
    """Return a list of the field names in `parts`. Each part contains names separated by spaces."""
    return " ".join(parts).split()


class KnownFieldsOnly:
    """A mixin for serializers that reject unknown fields, so that misspelt names are noticed."""

    fields: Any

    def to_internal_value(self, data: object) -> object:
        """Return the validated values. Raises ValidationError if there are unknown fields."""
        if isinstance(data, dict) and not hasattr(data, "lists"):
            unknown = set(data) - set(self.fields)
            if unknown:
                raise serializers.ValidationError(
                    {
                        str(name): ["This field does not exist."]
                        for name in sorted(map(str, unknown))
                    }
                )
        return super().to_internal_value(data)  # type: ignore[misc]


class Shape(KnownFieldsOnly, serializers.Serializer):
    """A base class for request bodies."""


class ModelTerms(KnownFieldsOnly, serializers.ModelSerializer):
    """A base class for partial changes to a model's row. Fields that are left out do not get the
    model's defaults, and the model's constraints are not checked here. The form that saves the row
    checks them."""

    def get_fields(self) -> dict[str, Any]:
        """Return the declared fields without the model's defaults."""
        fields = super().get_fields()
        for field in fields.values():
            field.default = serializers.empty
        return fields

    def get_validators(self) -> list[Any]:
        """Return no validators, because the form checks the constraints."""
        return []


class ProblemShape(serializers.Serializer):
    """A problem with a request, and its position in the request."""

    what = serializers.CharField()
    path = serializers.CharField()
    line = serializers.IntegerField(allow_null=True)
    remedy = serializers.CharField()


def as_data(problem: Problem) -> dict[str, object]:
    """Return the problem as a dict with the fields of `ProblemShape`."""
    return {
        "what": problem.what,
        "path": problem.path,
        "line": problem.line,
        "remedy": problem.remedy,
    }


class Changed(serializers.Serializer):
    """The number of rows that changed. Repeating the request changes no rows."""

    changed = serializers.IntegerField()


def name_of(source: str) -> serializers.CharField:
    """Return a field for the name at the attribute path `source`. The field is null if there is no
    name."""
    return serializers.CharField(source=source, allow_null=True, default=None)


class Money(serializers.DecimalField):
    """An amount of money, sent as a string with an exact decimal number."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**({"max_digits": 14, "decimal_places": 2} | kwargs))
