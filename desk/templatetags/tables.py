"""Template tags for tables: a box that can be scrolled, column headings, and ARIA roles. The roles
are needed because phones show rows as cards."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Protocol

from django import template
from django.forms.utils import flatatt
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from desk.headings import UNSEEN, Heading

register = template.Library()

# a card shows only two facts
ALL_FACTS = '<label class="all-facts"><input type="checkbox"> {}</label>'
CARDS = "table-cards"  # on a phone, where browsers forget that cards are rows
UNLABELLED = "unlabelled"  # the class of a cell that is not a value of its column
CELL = re.compile(r"<(thead|tbody|tfoot|tr|t[dh])\b([^>]*>)(\s*</td>)?")
ROLES = {"thead": "rowgroup", "tbody": "rowgroup", "tfoot": "rowgroup", "tr": "row", "td": "cell"}


@register.simple_block_tag
def sums(content: SafeString) -> SafeString:
    """Render a table of rows that the tag `sum_of` has rendered."""
    return format_html('<table class="sums"><tbody>{}</tbody></table>', content)


@register.simple_tag
def sum_of(
    label: object, value: object, css: str = "", row: str = "", figure: str = ""
) -> SafeString:
    """Render a row with a label and a value. `figure` names the value for a script that updates
    it."""
    return format_html(
        '<tr{}><th scope="row">{}</th><td{}>{}</td></tr>',
        flatatt({"class": row or None}),
        label,
        flatatt({"class": css or None, "data-figure": figure or None}),
        value,
    )


class Abbreviation(Protocol):
    short: str
    full: str


@register.filter
def column(kind: str, label: object) -> object:
    """Return a heading, or a heading for each label in a list, of this kind. A kind is "num" for
    numbers, "col-name" for names of rows, or "visually-hidden" for buttons."""
    if isinstance(label, list | tuple):
        return [Heading(each, kind) for each in label]
    return Heading(label, kind)


@register.filter
def small(heading: Heading, words: object) -> Heading:
    """Return the heading with `words` as a second line in smaller type."""
    return replace(heading, small=words)


@register.filter("or")
def blanks_as(labels: Iterable[object], words: object) -> list[object]:
    """Return the labels, with `words` in place of empty ones."""
    return [label or words for label in labels]


@register.filter
def in_full(short: object, full: object) -> SafeString:
    """Render the abbreviation `short`, with its full form as a tooltip."""
    return format_html('<abbr title="{}">{}</abbr>', full, short)


@register.filter
def abbreviated(heads: Iterable[Abbreviation]) -> list[SafeString]:
    """Return the short names of the columns, each with its full name as a tooltip."""
    return [in_full(head.short, head.full) for head in heads]


@register.filter
def only_if(heading: Heading, condition: object) -> Heading | None:
    """Return the heading, or None if the condition is false. A table leaves out a column whose
    heading is None."""
    return heading if condition else None


@register.filter
def unless(heading: Heading, condition: object) -> Heading | None:
    """Return the heading, or None if the condition is true. A table leaves out a column whose
    heading is None."""
    return only_if(heading, not condition)


@register.simple_tag
def headings(*labels: object) -> Sequence[object]:
    """Return the headings as one value, so that a `table` tag does not become too long."""
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
    """Render a table in a box that can be scrolled, including with the keyboard. `label` (with
    `of`) or the element with the id `by` names the table. Without `headings`, `content` must
    contain the table's head. `content` can start with a caption and have several bodies.

    Unless `css` is set, phones show rows as cards, with a heading for each value.
    """
    is_card = CARDS in css
    columns = list(_all(headings))
    rows: str = content
    if columns:
        caption, end, rows = content.rpartition("</caption>")
        rows = format_html(
            "{}<thead><tr>{}</tr></thead>{}",
            mark_safe(caption + end),  # noqa: S308 - of the content, which is safe
            format_html_join("", "{}", ((each.cell(),) for each in columns)),
            mark_safe(rows if "<tbody" in rows else f"<tbody>{rows}</tbody>"),  # noqa: S308 - safe
        )
    if is_card:
        rows = _as_cards(rows, columns)
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


def _as_cards(rows: str, columns: Sequence[Heading]) -> SafeString:
    """Return the rows with ARIA roles. Each value gets its column's heading as a label, and empty
    values become “–”. Cells with the class "unlabelled" get no label."""
    place = 0

    def cell(opened: re.Match[str]) -> str:
        nonlocal place
        name, rest, end = opened.groups("")
        place = 0 if name == "tr" else place + 1
        role = ROLES.get(name) or ("columnheader" if 'scope="col"' in rest else "rowheader")
        column = columns[place - 1] if name == "td" and place <= len(columns) else None
        if not column or not column.label or column.kind == UNSEEN or UNLABELLED in rest:
            return f'<{name} role="{role}"{rest}{end}'
        label = format_html(' data-label="{}"', column.label)
        return f'<{name} role="{role}"{label}{rest}{"–" if end else ""}{end}'

    return mark_safe(CELL.sub(cell, rows))  # noqa: S308 - adds attributes and dashes


def _all(headings: Iterable[object]) -> Iterator[Heading]:
    for each in headings:
        if isinstance(each, list | tuple):
            yield from _all(each)
        elif each is not None:
            yield each if isinstance(each, Heading) else Heading(each)
