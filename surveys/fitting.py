"""Measurement of how well a rubric fits data: whether the required fields exist, and whether the
outputs are of the right kind."""

from collections.abc import Collection
from dataclasses import dataclass

from surveys.spec import Rubric


@dataclass(frozen=True)
class Shape:
    """A dataset's shape: its item fields and media, kinds of outputs, and number of systems."""

    names: Collection[str]
    output_kinds: Collection[str]
    systems: int


@dataclass(frozen=True)
class Misfit:
    """The mismatches between a rubric and data: outputs of another kind, missing required fields,
    too few systems, and fields that the rubric would not show."""

    missing: tuple[str, ...]
    is_other_kind: bool
    lacks_systems: bool
    unused: int

    @property
    def rank(self) -> tuple[bool, int, bool, int]:
        return self.is_other_kind, len(self.missing), self.lacks_systems, self.unused

    @property
    def fits(self) -> bool:
        return not (self.missing or self.is_other_kind or self.lacks_systems)


def misfit(rubric: Rubric, shape: Shape) -> Misfit:
    """Return the mismatches between the rubric and a dataset of this shape."""
    needs = rubric.fields()
    missing = tuple(need.name for need in needs if need.required and need.name not in shape.names)
    kind = rubric.outputs.kind
    return Misfit(
        missing,
        is_other_kind=bool(shape.output_kinds) and kind not in shape.output_kinds,
        lacks_systems=shape.systems < rubric.outputs.per_page,
        unused=len(set(shape.names) - {need.name for need in needs}),
    )
