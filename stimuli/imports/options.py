"""How a table is to be read: which column is what, and which rubric its items must suit."""

from typing import Self

from django.db.models import F, Q
from pydantic import BaseModel, ConfigDict, model_validator

from people.models import Project
from surveys.errors import RateroomError
from surveys.models import RubricVersion


class ImportOptions(BaseModel):
    """All may be left out: then the columns are told by their names. `rubric_version` is a RubricVersion's key."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    item_column: str = ""
    system_column: str = ""
    output_column: str = ""
    systems: tuple[str, ...] = ()  # the columns of the wide layout, each named like the system that wrote it
    allow_missing: bool = False  # an empty output means that there is none
    rubric_version: int | None = None

    @model_validator(mode="after")
    def _one_layout(self) -> Self:
        if self.systems and (self.system_column or self.output_column):
            raise RateroomError(
                "Systems' columns were named, and a system or an output column as well.",
                where="Options",
                remedy="Name the first for one row per item, the others for one row per item and system.",
            )
        return self


def split_names(text: str) -> tuple[str, ...]:
    """The names in "a, b, c"."""
    return tuple(name.strip() for name in text.split(",") if name.strip())


def rubric_versions(project: Project) -> "list[RubricVersion]":
    """The newest version of every rubric this project may use, its own before the library's of the same name."""
    usable = RubricVersion.objects.filter(Q(rubric__project=project) | Q(rubric__project=None))
    ordered = usable.select_related("rubric").order_by(
        "rubric__name", F("rubric__project").asc(nulls_last=True), "-number"
    )
    return list(ordered.distinct("rubric__name"))


def rubric_version_named(project: Project, name: str) -> RubricVersion:
    """The newest version of the project's rubric `name`, else of the library's. Raises RateroomError."""
    versions = {version.rubric.name: version for version in rubric_versions(project)}
    if name not in versions:
        known = ", ".join(versions) or "none is loaded yet"
        raise RateroomError(
            f"No rubric is named {name}.", where=f"Project {project.name}", remedy=f"Use one of: {known}."
        )
    return versions[name]


def rubric_version_of(project: Project, pk: int) -> RubricVersion:
    """The version that `pk` names, if this project may use it. Raises RateroomError."""
    usable = RubricVersion.objects.filter(Q(rubric__project=project) | Q(rubric__project=None))
    found = usable.filter(pk=pk).first()
    if found is None:
        raise RateroomError(
            "The rubric chosen for this import is not there any more.",
            where=f"Project {project.name}",
            remedy="Choose another.",
        )
    return found
