"""Whether a run's replies are held to a JSON Schema: tried with the first call, kept where the
endpoint does so, dropped where it refuses or ignores it. The result is recorded.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from hits.models import HIT
from hits.stimulus import words_of_hit
from judges.models import JudgeRun
from judges.prompts.prompting import asked_rubric
from surveys.prompts.structured import conforms, is_json, structured_schema

Outcome = JudgeRun.SchemaOutcome
NAME = "reply"


@dataclass
class SchemaUse:
    """Whether the next call of a run is made with a schema."""

    run: JudgeRun

    @property
    def wanted(self) -> bool:
        """An own template words the reply itself, so its schema must be of that very format."""
        is_open = self.run.schema_outcome in {"", Outcome.USED}
        is_asked = self.run.structured == JudgeRun.Structured.TRY
        return is_open and is_asked and "response_format" not in self.run.parameters

    @property
    def is_probing(self) -> bool:
        """Return whether nothing is known of the endpoint yet: one call at a time, then."""
        return self.wanted and not self.run.schema_outcome

    def schema_for(
        self, hit: HIT, shown_order: str, criterion: str = ""
    ) -> Mapping[str, object] | None:
        """Return the schema of the reply for one HIT; None where none is to be sent."""
        if not self.wanted:
            return None
        rubric, stimulus = asked_rubric(self.run, criterion), words_of_hit(hit, shown_order)
        if self.run.template is not None and not is_json(rubric, stimulus):
            return None
        return structured_schema(rubric, stimulus)

    def refused(self) -> None:
        self._record(Outcome.REFUSED)

    def answered(self, schema: Mapping[str, object], text: str, finish_reason: str) -> None:
        """Note by the first whole reply whether the endpoint keeps to the schema."""
        if not self.run.schema_outcome and finish_reason != "length" and text:
            self._record(Outcome.USED if conforms(schema, text) else Outcome.IGNORED)

    def _record(self, outcome: str) -> None:
        self.run.schema_outcome = outcome
        JudgeRun.objects.filter(pk=self.run.pk).update(schema_outcome=outcome)


def response_format(schema: Mapping[str, object]) -> dict[str, object]:
    """Return the parameter of OpenAI's protocol that holds a reply to `schema`."""
    declared = {"name": NAME, "strict": True, "schema": schema}
    return {"response_format": {"type": "json_schema", "json_schema": declared}}
