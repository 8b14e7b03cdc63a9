"""Template tags for the fields of a form, with their labels, help and errors."""

from django import template
from django.forms import BoundField
from django.template.loader import render_to_string
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

register = template.Library()


@register.simple_tag
def field(
    bound: BoundField,
    label: object = "",
    unit: str = "",
    when: str = "",
    *,
    tells: bool = False,
) -> SafeString:
    """Render a field of a step. `unit` is shown after the field. `tells` shows its help text. With
    `when`, for example "work_by=sitting", the field is shown only if another field has that
    value."""
    if bound.is_hidden:
        return bound.as_widget()
    help_text = bound.help_text if tells else ""
    values = {"field": bound, "label": label, "unit": unit, "help": help_text}
    html = render_to_string("desk/steps/_field.html", values)
    return format_html('<div data-when="{}">{}</div>', when, html) if when else html


@register.simple_tag
def step_fields(*bounds: BoundField | str, css: str = "", tells: bool = False) -> SafeString:
    """Render fields of a step next to one another. `tells` shows their help texts. Fields that the
    form does not have are left out."""
    boxes = ((field(bound, tells=tells),) for bound in bounds if not isinstance(bound, str))
    return _fields(css, format_html_join("", "{}", boxes))


@register.simple_tag
def fields(*bounds: BoundField | str, css: str = "") -> SafeString:
    """Render fields next to one another with their help texts. Fields that the form does not have
    are left out."""
    boxes = (
        (render_to_string("desk/_field.html", {"field": bound}),)
        for bound in bounds
        if not isinstance(bound, str)
    )
    return _fields(css, format_html_join("", "{}", boxes))


def _fields(css: str, boxes: SafeString) -> SafeString:
    return format_html('<div class="{}">{}</div>', f"fields {css}".rstrip(), boxes)
