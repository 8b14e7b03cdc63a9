"""Declaration of the section kind `spans`, and of the weight that is derived from the marks."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Literal

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from pydantic import Field

from core.errors import Problem
from surveys.base import Declared, Key, ShownOutput, Stimulus, Text
from surveys.kinds.base import Asking, SectionBase
from surveys.kinds.measures import Column, Measure
from surveys.kinds.question import Question, Value
from surveys.kinds.spans.marks import Allowed, marks_of
from surveys.kinds.spans.question import SpansQuestion
from surveys.kinds.spans.words import words_of

WEIGHT = Measure("value", 0, level="interval", best="lowest")


class Named(Declared):
    """A category that a mark can have."""

    words: ClassVar[tuple[str, ...]] = ("title", "definition")
    named_by: ClassVar[str] = "key"

    key: Key
    title: Text
    definition: str = ""


class Severity(Named):
    """A severity that a mark can have. A rubric lists the lightest severity first."""

    weight: int | None = Field(
        default=None, ge=0, le=1000, description="Number that one mark adds to the sum `score`."
    )


class SpansSection(SectionBase):
    answers: ClassVar[Literal["scores", "texts", "entries"]] = "texts"
    asks: ClassVar[tuple[type[Question], ...]] = (SpansQuestion,)
    substance: ClassVar[frozenset[str]] = frozenset(
        {"field", "categories", "severities", "missing"}
    )
    form: ClassVar[frozenset[str]] = frozenset({"most", "score"})
    varies: ClassVar[bool] = True
    spans_page: ClassVar[bool] = True
    recalls_outputs: ClassVar[bool] = False
    is_folded: ClassVar[bool] = False

    kind: Literal["spans"]
    field: Key | None = Field(
        default=None,
        description="Text field of the item in which people mark passages, instead of the output.",
    )
    categories: tuple[Named, ...] = Field(default=(), description="Categories of marks.")
    severities: tuple[Severity, ...] = Field(
        default=(), max_length=9, description="Severities of marks, the lightest first."
    )
    missing: bool = Field(
        default=False,
        description="Whether people can mark, at the end of the text, that something is missing.",
    )
    most: int = Field(default=100, ge=1, le=500, description="Maximum number of marks in a text.")
    score: Key | None = Field(
        default=None,
        description="Key of the sum of the marks' weights. If a criterion has the same key, "
        "the sum is compared as this criterion.",
    )

    def problems(self, rubric: Asking) -> Sequence[Problem]:
        problems = []
        if self.field and self.per_output:
            what = "passages in a `field` of the item cannot be marked per output."
            remedy = "Remove `per_output` or `field`."
            problems.append(Problem(what, "per_output", remedy=remedy))
        if rubric.outputs.kind != "text" and not self.field:
            remedy = "Set `outputs.kind: text`, or name a text `field` of the item."
            problems.append(Problem("passages can be marked only in texts.", remedy=remedy))
        if rubric.outputs.per_page > 1 and not (self.per_output or self.field):
            remedy = "Set `per_output: true`."
            problems.append(Problem("the page shows several texts.", "per_output", remedy=remedy))
        if self.criteria:
            remedy = "Remove `criteria`, and list what can be marked under `categories`."
            problems.append(Problem("marks do not measure criteria.", "criteria", remedy=remedy))
        if not self.categories and not self.severities:
            remedy = "Declare `categories`, `severities` or both."
            what = "a mark needs a category or a severity."
            problems.append(Problem(what, "severities", remedy=remedy))
        for name in ("categories", "severities"):
            keys = [each.key for each in getattr(self, name)]
            if len(set(keys)) < len(keys):
                problems.append(Problem("a key is used twice.", name, remedy="Rename one."))
        is_weighed = self.severities and all(part.weight is not None for part in self.severities)
        if self.score and not is_weighed:
            what = "`score` needs severities that all have a weight."
            remedy = "Give each severity a weight, or remove `score`."
            problems.append(Problem(what, "severities", remedy=remedy))
        return problems

    def measure(self, rubric: Asking) -> Measure | None:
        del rubric
        return None

    def measures(self, rubric: Asking) -> Mapping[str, Measure]:
        del rubric
        return {self.score: WEIGHT} if self.score else {}

    def key_patterns(self) -> list[str]:
        prefix = "*." if self.per_output else ""
        return [*super().key_patterns(), *([prefix + self.score] if self.score else [])]

    def text_field(self) -> str | None:
        return self.field

    def mark_choices(self) -> Mapping[str, Mapping[str, str]]:
        both = {"category": self.categories, "severity": self.severities}
        return {
            member: {part.key: part.title for part in parts}
            for member, parts in both.items()
            if parts
        }

    def questions(
        self, rubric: Asking, stimulus: Stimulus, output: ShownOutput | None
    ) -> Sequence[Question]:
        target = output or next(iter(stimulus.outputs), None)
        text = target.text if target else ""
        if self.field:
            text = str(stimulus.fields.get(self.field, ""))
        choices = self.mark_choices()
        allowed = Allowed(
            text,
            choices.get("category", {}),
            choices.get("severity", {}),
            self.missing,
            self.most,
        )
        meanings = {
            f"{member}.{part.key}": part.definition
            for member, choices in (("category", self.categories), ("severity", self.severities))
            for part in choices
        }
        return [
            SpansQuestion(
                key=self.question_key(output, None),
                allowed_marks=allowed,
                meanings_of=meanings,
                marked_in=rubric.field_title(self.field) if self.field else "",
                **self.common(rubric, output, None),
            )
        ]

    def page_context(self, fields: Sequence[Any]) -> Mapping[str, object]:
        """Return the field, the choices of categories and severities, and the text as HTML
        (`words`)."""
        (field,) = fields
        text = field.question.allowed_marks.text
        return {
            "field": field,
            "words": _in_words(text, missing=self.missing),
            "categories": self.categories,
            "severities": self.severities,
        }

    def derived(
        self, values: Mapping[str, Value], letter: str | None, stimulus: Stimulus
    ) -> Mapping[str, int | float]:
        del stimulus
        prefix = f"{letter}." if letter else ""
        value = values.get(prefix + self.key)
        if not self.score or value is None:
            return {}
        weights = {part.key: part.weight or 0 for part in self.severities}
        return {prefix + self.score: sum(weights[mark.severity] for mark in marks_of(value))}

    def derived_columns(
        self, rubric: Asking, output: ShownOutput | None, entries: int
    ) -> Sequence[Column]:
        del entries
        if not self.score:
            return []
        declared = any(criterion.key == self.score for criterion in rubric.criteria)
        prefix = f"{output.letter}." if output else ""
        weights = ", ".join(f"{part.key} {part.weight}" for part in self.severities)
        return [
            Column(
                prefix + self.score,
                f"{self.title}: sum of weights",
                self.key,
                "weight",
                criterion=self.score if declared else "",
                output=output.letter if output else "",
                level="interval" if declared else "",
                best="lowest" if declared else "",
                allowed=f"the sum of the marks' weights: {weights}; 0 for no marks",
                derived=True,
                measure=WEIGHT if declared else None,
            )
        ]


def _in_words(text: str, *, missing: bool) -> SafeString:
    """Return the text as HTML with an element for each word. If `missing` is true, add an element
    for marking that something is missing."""
    pieces, place = [], 0
    for word in words_of(text):
        pieces.append((text[place : word.start], "", word.start, word.end, word.text))
        place = word.end
    end = len(text)
    pieces += [(text[place:], "missing", end, end, _("Missing"))] if missing else []
    html = format_html_join(
        "", '{}<span class="{}" data-start="{}" data-end="{}">{}</span>', pieces
    )
    return html if missing else format_html("{}{}", html, text[place:])
