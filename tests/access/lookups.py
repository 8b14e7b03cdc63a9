"""Every lookup that the models' metadata allow, across relations in both directions."""

from collections.abc import Iterator

from django.db.models import Field, Model

DEPTH = 4  # names in a path: `batch__created_by__sessions__session_key` has four


def paths(model: type[Model], depth: int = DEPTH) -> Iterator[tuple[str, Field]]:
    """The path to every field that is `depth` names away or fewer, and the field; reverse relations
    and hidden ones too."""
    for field in model._meta.get_fields(include_hidden=True):
        yield field.name, field
        if field.is_relation and depth > 1:
            for path, last in paths(field.related_model, depth - 1):
                yield f"{field.name}__{path}", last


def names_of_lookups(field: Field) -> list[str]:
    """`exact`, `startswith`, `regex`, `year` …: what may stand behind a path that ends in the
    field."""
    if field.is_relation and not field.concrete:
        return ["exact", "in", "isnull"]
    return sorted(field.get_lookups())
