"""A fast parser for HTML forms. It reads only what simulated annotators need."""

import html
import random
import re
from dataclasses import dataclass, field

_TAG = re.compile(r"<(/?)(form|input|textarea|select|option)\b([^>]*)>", re.IGNORECASE)
_ATTRIBUTE = re.compile(r"""([\w-]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?""")
_SENT_AS_SERVED = {"hidden", "text", "number", "email", "search", "password", ""}


@dataclass
class Form:
    """A form that is sent with POST. `served` are the values that the server has filled in.
    `choices`, `ticks` and `texts` are the fields for a person to fill in."""

    action: str
    served: dict[str, str] = field(default_factory=dict)
    choices: dict[str, list[str]] = field(default_factory=dict)  # allowed values for each name
    ticks: dict[str, str] = field(default_factory=dict)
    texts: list[str] = field(default_factory=list)

    @property
    def asks(self) -> bool:
        """Return whether the form has a question that is not a checkbox."""
        return bool(self.choices or self.texts)

    def filled(self, chance: random.Random, text: str) -> dict[str, str]:
        """Return the form's data: random choices, all boxes ticked, and `text` in text areas."""
        chosen = {name: chance.choice(values) for name, values in self.choices.items() if values}
        return self.served | self.ticks | chosen | dict.fromkeys(self.texts, text)


def post_forms(page: str) -> list[Form]:
    """Return the page's forms that are sent with POST, in order."""
    forms: list[Form] = []
    current: Form | None = None
    select = ""
    for closing, tag, rest in _TAG.findall(page):
        kind = tag.lower()
        if kind == "form":
            current = None if closing else _opened(_attributes(rest))
            if current:
                forms.append(current)
        elif current is not None and not closing:
            select = _take(current, kind, _attributes(rest), select)
    return forms


def _opened(attributes: dict[str, str]) -> Form | None:
    return (
        Form(attributes.get("action", ""))
        if attributes.get("method", "").lower() == "post"
        else None
    )


def _take(form: Form, kind: str, attributes: dict[str, str], select: str) -> str:
    """Add one control to `form`. Return the name of the `select` element that is open after it, or
    "" if none is open."""
    name, value = attributes.get("name", ""), attributes.get("value", "")
    if kind == "option":
        if select and value:
            form.choices.setdefault(select, []).append(value)
        return select
    if not name:
        return select
    shape = attributes.get("type", "").lower() if kind == "input" else kind
    if shape == "radio":
        form.choices.setdefault(name, []).append(value)
    elif shape == "textarea":
        form.texts.append(name)
    elif shape == "checkbox":
        form.ticks[name] = value or "on"
    elif shape in _SENT_AS_SERVED:
        form.served[name] = value
    return name if kind == "select" else ""


def _attributes(text: str) -> dict[str, str]:
    return {
        name.lower(): html.unescape(double or single or bare)
        for name, double, single, bare in _ATTRIBUTE.findall(text)
    }
