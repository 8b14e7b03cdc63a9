"""The content to rate on a HIT's page. If possible, it is rendered once for all HITs that fill the
same slots."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from django.template.loader import render_to_string
from django.utils.html import escape, linebreaks
from django.utils.translation import get_language

from hits.page.query import HitPage
from hits.page.shell import cached_shell, slot
from stimuli.shown import outside_origins
from surveys.base import Medium, Stimulus
from surveys.spec import Rubric

# attributes of a picture in its template
PARTS = ("url", "width", "height", "small_url", "small_width")


def stimulus_html(page: HitPage, context: Mapping[str, object]) -> str:
    """Return the stimulus as HTML. If all blocks are plain, the HTML comes from a cached shell,
    filled with this HIT's values."""
    if not _is_plain(page.rubric, page.stimulus):
        return render_to_string("hits/_stimulus.html", context)
    values: dict[str, str] = {}
    slotted = _slotted(page.rubric, page.stimulus, values)
    # There is one shell for each set of values that are not blank, because templates only test
    # whether a value is blank.
    shell = cached_shell(
        (page.shell_key, get_language(), *values),
        lambda: render_to_string("hits/_stimulus.html", {**context, "stimulus": slotted}),
    )
    return shell.filled(values)


def _is_plain(rubric: Rubric, stimulus: Stimulus) -> bool:
    media = [*stimulus.media.values(), *(m for output in stimulus.outputs for m in output.media)]
    return (
        all(block.is_plain for block in rubric.stimulus)
        and {medium.kind for medium in media} <= {"image"}
        and not any(output.turns for output in stimulus.outputs)
        and not outside_origins(stimulus)
    )


def _slotted(rubric: Rubric, stimulus: Stimulus, values: dict[str, str]) -> Stimulus:
    """Return a copy of the stimulus with a slot for each value, and add the values as HTML to
    `values`."""

    def put(name: str, html: str) -> str:
        values[name] = html
        return slot(name)

    def text(name: str, words: object) -> str:
        # The template puts the first and the last paragraph's tags around the slot.
        return put(name, linebreaks(words, autoescape=True)[3:-4]) if words else ""

    def picture(name: str, medium: Medium) -> Medium:
        present = {part: value for part in PARTS if (value := getattr(medium, part))}
        slots: dict[str, Any] = {
            part: put(f"{name}.{part}", escape(value)) for part, value in present.items()
        }
        return replace(medium, **slots)

    needs = [need for block in rubric.stimulus for need in block.needs()]
    return Stimulus(
        fields={
            need.name: text(f"field.{need.name}", stimulus.fields.get(need.name))
            for need in needs
            if need.type == "text"
        },
        media={
            need.name: picture(f"medium.{need.name}", stimulus.media[need.name])
            for need in needs
            if need.name in stimulus.media
        },
        outputs=[
            replace(
                output,
                text=text(f"output.{output.letter}", output.text),
                media=[
                    picture(f"output.{output.letter}.{place}", medium)
                    for place, medium in enumerate(output.media)
                ],
            )
            for output in stimulus.outputs
        ],
    )
