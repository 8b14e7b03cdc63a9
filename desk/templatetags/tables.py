"""Tables of pages: a scrolling box, column headings, and roles that remain when a phone shows rows
as cards."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from desk.headings import Heading

register = template.Library()
ALL_FACTS = '<label class="all-facts"><input type="checkbox"> {}</label>'  # a card shows two
CARDS = "table-cards"  # on a phone, where browsers forget that cards are rows


@register.filter
def column(kind: str, label: object) -> object:
    """Return the heading, or each in a list, with this kind: "num" over numbers, "col-name" over
    names of rows, "visually-hidden" over buttons."""
    if isinstance(label, list | tuple):
        return [Heading(each, kind) for each in label]
    return Heading(label, kind)


@register.filter
def small(heading: Heading, words: object) -> Heading:
    """Return the heading with a second, smaller line."""
    return replace(heading, small=words)


@register.filter
def only_if(heading: Heading, condition: object) -> Heading | None:
    """Return the heading, or None if the condition is false: the column is left out."""
    return heading if condition else None


@register.simple_tag
def headings(*labels: object) -> Sequence[object]:
    """Return several headings as one value, for a `table` tag that would be too long."""
    return labels


@register.simple_block_tag
def table(
    content: str,
    label: object,
    *headings: object,
    of: object = "",
    by: str = "",
    css: str = "table table-cards",
) -> SafeString:
    """Return a table in a box that scrolls with the keyboard too. It is named by `label` (and
    `of`), or by the element with the id `by`. Without headings, the content has its own."""
    is_card = CARDS in css
    rows = content
    if headings:
        group, row = (' role="rowgroup"', ' role="row"') if is_card else ("", "")
        rows = format_html(
            "<thead{0}><tr{1}>{2}</tr></thead><tbody{0}>{3}</tbody>",
            SafeString(group),
            SafeString(row),
            format_html_join("", "{}", ((each.cell(is_card=is_card),) for each in _all(headings))),
            content,
        )
    return format_html(
        '<div class="table-box" tabindex="0" role="region" {}="{}">{}'
        '<table class="{}"{}>{}</table></div>',
        "aria-labelledby" if by else "aria-label",
        by or (format_html("{}: {}", label, of) if of else label),
        format_html(ALL_FACTS, _("Show all")) if is_card else "",
        css,
        SafeString(' role="table"' if is_card else ""),
        rows,
    )


def _all(headings: Iterable[object]) -> Iterator[Heading]:
    for each in headings:
        if isinstance(each, list | tuple):
            yield from _all(each)
        elif each is not None:
            yield each if isinstance(each, Heading) else Heading(each)
