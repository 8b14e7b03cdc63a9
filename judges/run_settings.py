"""A form field for the parameters of a judge run, such as the temperature, one per line."""

import json
from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext as _


def in_lines(parameters: Mapping[str, object]) -> str:
    """Return the parameters as text, one per line, such as `temperature = 0`."""
    return "\n".join(f"{name} = {_written(value)}" for name, value in parameters.items())


def _written(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


class SettingsField(forms.CharField):
    """A field for pairs of a name and a value, one pair per line. A value is parsed as JSON. If it
    is not valid JSON, it is a text."""

    widget = forms.Textarea(attrs={"rows": 3, "spellcheck": "false"})

    def prepare_value(self, value: object) -> object:
        return in_lines(value) if isinstance(value, Mapping) else value

    def to_python(self, value: object) -> Any:
        parameters: dict[str, Any] = {}
        for line in (super().to_python(value) or "").splitlines():
            name, equals, text = (part.strip() for part in line.partition("="))
            if not line.strip():
                continue
            if not name or not equals or not text or name in parameters:
                raise forms.ValidationError(
                    _(
                        "“%(line)s”: write a name, “=” and a value, for example temperature = 0. "
                        "Use each name once."
                    )
                    % {"line": line.strip()[:80]}
                )
            parameters[name] = _read(text)
        return parameters

    def has_changed(self, initial: object, data: object) -> bool:
        return super().has_changed(self.prepare_value(initial or {}), data)


def _read(text: str) -> Any:
    try:
        value = json.loads(text)
    except ValueError:
        return text
    return text if isinstance(value, float) and value in {float("inf"), float("-inf")} else value
