"""The audience of a text in a rubric: people who rate, an LLM judge, or both."""

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, Literal

from pydantic import BeforeValidator, Field, GetJsonSchemaHandler, model_serializer
from pydantic_core import CoreSchema

from surveys.base import Declared, Text

Audience = Literal["page", "judge", "both"]
Reader = Literal["page", "judge"]


def audience_field(description: str) -> Any:
    """Return the field for a part's option `for`. By default, people and judges see the part."""
    return Field(default="both", alias="for", description=description)


def is_for(part: Declared, reader: Reader) -> bool:
    """Return whether `reader` sees the texts of `part`."""
    return getattr(part, "audience", "both") in {reader, "both"}


class Note(Declared):
    """A text and its readers. A text for both people and judges is stored as a string."""

    words: ClassVar[tuple[str, ...]] = ("text",)

    text: Text
    audience: Audience = audience_field("Who reads it: `page` (people), `judge`, or `both`.")

    @model_serializer
    def _plain(self) -> str | dict[str, str]:
        """Return the note as a string if it is for both people and judges, otherwise as a dict.
        Notes were stored as strings before they had an audience."""
        if self.audience == "both":
            return self.text
        return {"text": self.text, "audience": self.audience}

    @classmethod
    def __get_pydantic_json_schema__(
        cls, schema: CoreSchema, handler: GetJsonSchemaHandler
    ) -> dict[str, object]:
        declared = handler.resolve_ref_schema(handler(_without_serializer(schema)))
        declared["anyOf"] = [{"type": "string"}, {"type": "object"}]
        del declared["type"]
        return declared


def _without_serializer(schema: CoreSchema) -> CoreSchema:
    return {key: value for key, value in schema.items() if key != "serialization"}


def _worded(entry: object) -> object:
    return entry if isinstance(entry, Mapping | Note) else {"text": entry}


# A note, or only its text, which is converted.
Noted = Annotated[Note, BeforeValidator(_worded)]
