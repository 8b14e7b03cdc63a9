"""Options of an import: the roles of the columns, and the rubric that the items must fit."""

import re
from pathlib import Path
from typing import Self

from pydantic import BaseModel, ConfigDict, model_validator

from core.errors import RateroomError
from surveys.base import OutputKind

_LOG = re.compile(r"\d{4}-\d\d-\d\dT[\d-]+_(.+)_[A-Za-z0-9]{20,24}")


class ImportOptions(BaseModel):
    """Options of an import, all of them optional. Without options, the roles of columns follow from
    their names. `systems` are the columns of outputs in a wide table, where each column is named
    after its system. `output_kind` is the kind of the outputs. `fields` maps columns to fields with
    other names (`{"img": "image"}`). Columns in `left_out` are not read. With `allow_missing`, an
    empty output means that the system has no output for the item. `rubric_version` is the key of a
    RubricVersion."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    item_column: str = ""
    system_column: str = ""
    output_column: str = ""
    systems: tuple[str, ...] = ()
    output_kind: OutputKind = "text"
    fields: dict[str, str] = {}
    left_out: tuple[str, ...] = ()
    allow_missing: bool = False
    rubric_version: int | None = None

    @model_validator(mode="after")
    def _one_layout(self) -> Self:
        if self.systems and (self.system_column or self.output_column):
            raise RateroomError(
                "You chose the columns of systems, and also a system or output column.",
                where="Options",
                remedy="For one row per item, choose only the columns of systems. For one row per "
                "item and system, choose only the system and output columns.",
            )
        return self


def split_names(text: str) -> tuple[str, ...]:
    """Return the names in a comma-separated text such as "a, b, c"."""
    return tuple(name.strip() for name in text.split(",") if name.strip())


def dataset_name(filename: str) -> str:
    """Return a name for the dataset in this file. This is the file name without its extension, and
    without the time and the id that Inspect adds to a task's name."""
    stem = Path(filename).stem
    log = _LOG.fullmatch(stem)
    return (log[1] if log else stem)[:120]
