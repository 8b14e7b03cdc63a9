"""Template tags for blocks and sections (each type has a template), Markdown, money, times and
languages."""

import math
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any
from urllib.parse import urlsplit

from django import template
from django.conf import settings
from django.template.context import RequestContext
from django.templatetags.static import static
from django.utils.formats import date_format
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from hits.amounts import in_words, money
from hits.models import Assignment, Batch
from hits.page.form import FilledPanel
from hits.review import appeals
from hits.review.decisions import approved_by_itself_at
from stimuli.shown import outside_origins
from surveys.base import Stimulus
from surveys.blocks.base import BlockBase
from surveys.blocks.highlighted.block import Run
from surveys.kinds.base import SectionBase
from surveys.languages.codes import direction, own_name
from surveys.plugins.registry import SCRIPT, parts
from surveys.questions import Question
from surveys.spec import Rubric
from surveys.untrusted.code import code_html
from surveys.untrusted.markdown import is_renderable, render_markdown

register = template.Library()
register.filter(money)
WAVEFORM_POINTS = 250  # as many points as fit on the screen of a phone
MOMENTS = {"minute": "H:i", "second": "H:i:s", "date": "DATETIME_FORMAT"}


@register.simple_tag(takes_context=True)
def show_block(context: RequestContext, block: BlockBase, stimulus: Stimulus) -> SafeString:
    """Render one block of the stimulus with the template `page.html` of its type."""
    return _included(
        context, f"blocks/{block.folder}/page.html", {"block": block, "stimulus": stimulus}
    )


@register.simple_tag
def speaks(rubric: Rubric) -> SafeString:
    """Return the attributes `lang` and `dir` for an element that contains the rubric's texts."""
    return format_html('lang="{}" dir="{}"', rubric.language, direction(rubric.language))


@register.simple_block_tag
def part(content: str, name: str, title: str, *, is_open: bool = False) -> SafeString:
    """Return a part of a long page that expands when its heading is clicked. If `is_open` is true,
    the part is expanded at first, except on a phone. A link to `#name` expands it."""
    return format_html(
        '<details class="part{}"><summary><h2>{}</h2></summary><div class="part-body" id="{}">{}'
        "</div></details>",
        " wide-open" if is_open else "",
        title,
        name,
        content,
    )


@register.simple_block_tag
def fold(
    content: str, title: object, css: str = "method", *, is_open: object = False
) -> SafeString:
    """Return `content` as a collapsed element. A click on its title expands it. If `is_open` is
    true, it is expanded at first."""
    return format_html(
        '<details class="{}"{}><summary>{}</summary>{}</details>',
        css,
        SafeString(" open" if is_open else ""),
        title,
        content,
    )


@register.filter
def language_name(code: str) -> str:
    """Return the language's own name, such as "Deutsch"."""
    return own_name(code)


@register.simple_tag(takes_context=True)
def blocks_to_show(context: RequestContext) -> list[BlockBase]:
    """Return the rubric's blocks to show. A list is left out if a checklist on the page has a
    question for each of its entries."""
    panels: Sequence[FilledPanel] = context.get("panels") or ()
    entry_fields = {filled.panel.section.entry_field() for filled in panels}
    rubric: Rubric = context["rubric"]
    return [block for block in rubric.stimulus if block.listed_field() not in entry_fields - {None}]


@register.filter
def output_blocks(blocks: Iterable[BlockBase]) -> list[BlockBase]:
    return [block for block in blocks if block.shows_outputs]


@register.filter
def context_blocks(blocks: Iterable[BlockBase]) -> list[BlockBase]:
    """Return the blocks that do not show outputs."""
    return [block for block in blocks if not block.shows_outputs]


@register.filter
def in_groups(blocks: Iterable[BlockBase]) -> list[list[BlockBase]]:
    """Return the blocks in groups, in the order shown. Consecutive images form one group, so that
    annotators can compare them. Every other block forms its own group."""
    groups: list[list[BlockBase]] = []
    for block in blocks:
        if groups and block.compares_with_next and groups[-1][0].compares_with_next:
            groups[-1].append(block)
        else:
            groups.append([block])
    return groups


@register.simple_tag(takes_context=True)
def show_panel(context: RequestContext, filled: FilledPanel) -> SafeString:
    """Render one section with the template `page.html` of its kind, followed by its "Cannot judge"
    field if it has one."""
    section = filled.panel.section
    values = {"filled": filled, "panel": filled.panel, **section.page_context(filled.fields)}
    html = _included(context, f"kinds/{section.folder}/page.html", values)
    if filled.abstention:
        html += _included(context, "kinds/_cannot_judge.html", {"field": filled.abstention})
    return html


@register.filter
def ask_for_text(panels: Iterable[FilledPanel]) -> bool:
    """Return whether any question of the page asks for free text."""
    fields = (field for filled in panels for field in filled.all_fields)
    return any(field.question.is_text and field.question.in_replies for field in fields)


@register.filter
def script(section: SectionBase) -> str:
    """Return the address of the script for the section's kind, or "" if the kind has no script."""
    return static(f"kinds/{section.folder}/{SCRIPT}") if section.folder in parts().scripts else ""


def _included(context: RequestContext, name: str, values: dict[str, object]) -> SafeString:
    assert context.template is not None  # noqa: S101 - a tag is always rendered by a template
    with context.push(**values):
        return context.template.engine.get_template(name).render(context)


@register.simple_tag
def call(thing: object, method: str, argument: object) -> Any:
    """Return `thing.method(argument)`, because Django templates cannot call methods with
    arguments."""
    return getattr(thing, method)(argument)


@register.filter
def markdown(text: str) -> SafeString:
    """Return the Markdown `text` as HTML. If the text is too long to parse, return it unformatted,
    below a note."""
    if not is_renderable(text):
        note = _("This text is too long to format, so it is shown as it was written.")
        return format_html('<p class="quiet">{}</p><div class="pre">{}</div>', note, text)
    # `render_markdown` ignores raw HTML, and cleans its result with an allow-list.
    return mark_safe(render_markdown(text))  # noqa: S308 - cleaned there


@register.filter
def html_source(text: str) -> SafeString:
    return mark_safe(code_html(text, "html"))  # noqa: S308 - escaped there


@register.simple_tag
def marked_text(runs: Iterable[Run], field: str) -> str:
    """Return a field's text with a `<mark>` around each numbered part of the text. Links can point
    to the ids of these elements."""
    mark = '<mark id="{0}-mark-{1}" tabindex="-1">{2}</mark>'
    pieces = (
        format_html(mark, field, run.number, run.text) if run.number else run.text for run in runs
    )
    return format_html_join("", "{}", ((piece,) for piece in pieces))


@register.filter
def with_colon(label: str) -> str:
    """Return `label` with a colon, unless it already ends with a punctuation mark."""
    return label if label.endswith(("?", "!", ".", ":", "؟", "？")) else f"{label}:"


@register.filter
def get(mapping: dict[str, object], key: str) -> object:
    return mapping.get(key)


@register.filter
def waveform(peaks: Sequence[int]) -> str:
    """Return the SVG path of a sound's waveform, in a box of 1000 by 100. `peaks` are loudness
    values from 0 to 255. They are drawn both above and below the middle line."""
    step = math.ceil(len(peaks) / WAVEFORM_POINTS)
    highest = [max(peaks[begin : begin + step]) / 255 for begin in range(0, len(peaks), step)]
    apart = 1000 / max(1, len(highest) - 1)
    places = [(round(number * apart), round(49 * peak)) for number, peak in enumerate(highest)]
    above = [f"{x} {50 - high}" for x, high in places]
    below = [f"{x} {51 + high}" for x, high in reversed(places)]
    return f"M{'L'.join([*above, *below])}Z"


@register.filter
def repeated_in(question: Question, panels: Sequence[FilledPanel]) -> str:
    """Return the title of the question's section if several sections have a question with this
    label. Otherwise return "". The title tells these questions apart."""
    repeated = [
        filled.panel
        for filled in panels
        if question.label in {other.label for other in filled.panel.questions}
    ]
    own = next((panel.title for panel in repeated if question in panel.questions), "")
    return own if len(repeated) > 1 else ""


@register.filter
def origins(stimulus: Stimulus) -> str:
    """Return the origins of the media on the page, separated by spaces, for the Content Security
    Policy."""
    own = {settings.MEDIA_ORIGIN} - {""}
    return " ".join(sorted(outside_origins(stimulus) | own))


@register.filter
def moment(at: datetime, how: str) -> SafeString:
    """Return a `<time>` element with a time in UTC. `how` is a key of MOMENTS, which determines
    whether minutes, seconds or the date are shown. `times.js` converts the time to the reader's
    time zone."""
    text = _("%(time)s UTC") % {"time": date_format(localtime(at), MOMENTS[how])}
    return format_html('<time datetime="{}" data-moment="{}">{}</time>', at.isoformat(), how, text)


@register.filter
def reviewed_by(batch: Batch, submitted_at: datetime | None) -> datetime | None:
    """Return when HITs submitted at `submitted_at` are approved automatically. Return None if the
    batch has no automatic approval."""
    return approved_by_itself_at(batch, submitted_at)


@register.filter
def approved_by_itself(assignment: Assignment) -> datetime | None:
    """Return when the response is approved automatically. Return None if the batch has no automatic
    approval."""
    return approved_by_itself_at(assignment.batch, assignment.submitted_at)


@register.filter
def may_object(assignment: Assignment) -> bool:
    """Return whether the annotator can still appeal the rejection."""
    return appeals.may_object(assignment)


@register.filter
def objection_until(assignment: Assignment) -> datetime | None:
    """Return the end of the time for an appeal. Return None if the batch sets no limit, or if no
    decision on the response has been made."""
    return appeals.objection_until(assignment)


@register.filter
def host(address: str) -> str:
    """Return the host name in a URL, or `address` itself if it has no host name."""
    return urlsplit(address).hostname or address


register.filter("minutes", in_words)
