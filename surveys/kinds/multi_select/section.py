"""Declaration of the section kind `multi-select`, and of the number that combines its answers."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any, ClassVar, Literal, Self

from django.utils.translation import gettext as _
from pydantic import Field

from core.errors import Problem
from surveys.base import Key, ShownOutput, Stimulus
from surveys.kinds.base import Asking, Criterion, SectionBase
from surveys.kinds.measures import Column, Measure
from surveys.kinds.multi_select.question import NoneQuestion, OptionQuestion
from surveys.kinds.question import Question, Value
from surveys.kinds.running import ORDERS, in_one_order

NONE = "none"
MOST_OPTIONS = 30  # each option is one bit of the number that is stored
SET = Measure("set", level="nominal", best="none")


class MultiSelectSection(SectionBase):
    answers: ClassVar[Literal["scores", "texts", "entries"]] = "scores"
    asks: ClassVar[tuple[type[Question], ...]] = (OptionQuestion, NoneQuestion)
    form: ClassVar[frozenset[str]] = frozenset({"combination", "options_run"})

    kind: Literal["multi-select"]
    least: int = Field(default=0, ge=0, description="Minimum number of options to tick.")
    most: int | None = Field(
        default=None, ge=1, description="Maximum number of options to tick. By default, all."
    )
    combination: Key | None = Field(
        default=None,
        description="Key of the set of ticked options. If a criterion has the same key, the "
        "set is compared as this criterion.",
    )

    options_run: Literal["as_written", "shuffled"] = Field(
        default="as_written",
        description="`shuffled` shows the options in a different order to each person.",
    )

    @property
    def orders(self) -> int:
        return ORDERS if self.options_run == "shuffled" else 1

    def in_order(self, rubric: Asking, order: int) -> Self:
        del rubric
        if self.orders == 1:
            return self
        criteria = in_one_order(self.criteria, order, seed=self.key)
        return self.model_copy(update={"criteria": criteria})

    def option_names(self) -> Sequence[str]:
        return self.criteria

    def problems(self, rubric: Asking) -> Sequence[Problem]:
        del rubric
        problems = []
        count = len(self.criteria)
        if not 2 <= count <= MOST_OPTIONS:  # noqa: PLR2004 - one would be no choice
            what = f"the section has {count} criteria, but needs 2 to {MOST_OPTIONS}."
            remedy = "Name one criterion for each option that can be ticked."
            problems.append(Problem(what, "criteria", remedy=remedy))
        if not self.least <= self._most <= count:
            what = f"no answer with {count} options can satisfy `least` and `most`."
            remedy = f"Choose a `most` up to {count} and a `least` no greater than `most`."
            problems.append(Problem(what, "most", remedy=remedy))
        if self.combination in self.criteria:
            what = f"`{self.combination}` is already the key of an option."
            problems.append(Problem(what, "combination", remedy="Use another key."))
        return problems

    @property
    def _most(self) -> int:
        return len(self.criteria) if self.most is None else self.most

    def narrowed(self, keys: Collection[str]) -> Self:
        """Return the section with only the options in `keys`. If options are omitted, the section
        has no limits and no combined number."""
        whole = super().narrowed(keys)
        if len(whole.criteria) == len(self.criteria):
            return whole
        return whole.model_copy(update={"least": 0, "most": None, "combination": None})

    def measure(self, rubric: Asking) -> Measure | None:
        del rubric
        return Measure("value", 0, 1)

    def measures(self, rubric: Asking) -> Mapping[str, Measure]:
        combination = {self.combination: SET} if self.combination else {}
        return {**super().measures(rubric), **combination}

    def key_patterns(self) -> list[str]:
        prefix = "*." if self.per_output else ""
        own = [self.combination] if self.combination else []
        return [*super().key_patterns(), *(prefix + name for name in own)]

    def questions(
        self, rubric: Asking, stimulus: Stimulus, output: ShownOutput | None
    ) -> Sequence[Question]:
        del stimulus
        criteria = [rubric.criterion(key) for key in self.criteria]
        keys = [self.question_key(output, criterion) for criterion in criteria]
        none = self.question_key(output, None, NONE) if self.least == 0 else None
        shared: dict[str, Any] = {
            "keys": tuple(keys),
            "none": none,
            "title": self.title.replace("{output}", rubric.output_title(output)),
            "least": self.least,
            "most": self._most,
        }
        options: list[Question] = [
            OptionQuestion(key=key, **shared, **self.common(rubric, output, criterion))
            for key, criterion in zip(keys, criteria, strict=True)
        ]
        if none is None:
            return options
        label = f"{shared['title']}: {_('None of these')}"
        common = self.common(rubric, output, None) | {"required": False, "step": NONE}
        return [*options, NoneQuestion(key=none, **shared, **common | {"label": label})]

    def page_context(self, fields: Sequence[Any]) -> Mapping[str, object]:
        """Return the boxes for the template. `options` has the boxes of the options, `none` is the
        box “None of these” if there is one, and `lead` is the box that shows the list's error."""
        options = [field for field in fields if field.question.in_replies]
        none = next((field for field in fields if not field.question.in_replies), None)
        lead = next((field for field in options if field.error), options[0])
        return {"options": options, "none": none, "lead": lead}

    def derived(
        self, values: Mapping[str, Value], letter: str | None, stimulus: Stimulus
    ) -> Mapping[str, int | float]:
        """Return the answers combined into one number, with a bit for each option. The first option
        has the lowest bit.

        The result is empty unless every option was answered.
        """
        del stimulus
        prefix = f"{letter}." if letter else ""
        answers = [values.get(prefix + key) for key in self.criteria]
        if not self.combination or None in answers:
            return {}
        return {prefix + self.combination: sum((bit == 1) << at for at, bit in enumerate(answers))}

    def derived_columns(
        self, rubric: Asking, output: ShownOutput | None, entries: int
    ) -> Sequence[Column]:
        del entries
        if not self.combination:
            return []
        prefix = f"{output.letter}." if output else ""
        declared: list[Criterion] = [
            criterion for criterion in rubric.criteria if criterion.key == self.combination
        ]
        bits = "; ".join(
            f"{1 << at} {rubric.criterion(key).title}" for at, key in enumerate(self.criteria)
        )
        return [
            Column(
                prefix + self.combination,
                f"{self.title}: combination of ticked options",
                self.key,
                "combination",
                criterion=self.combination if declared else "",
                output=output.letter if output else "",
                level="nominal" if declared else "",
                best="none" if declared else "",
                allowed=f"the sum of the ticked options: {bits}; 0 for none",
                derived=True,
                measure=SET if declared else None,
            )
        ]
