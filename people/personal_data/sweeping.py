"""Every column that may hold a person's name, found from the models, and its sweeping.

A new column of text or JSON is swept unless a keeper declares it apart.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial, reduce
from operator import or_
from typing import TYPE_CHECKING, Any

from django.apps import apps
from django.contrib.postgres.fields import ArrayField
from django.db.models import (
    CharField,
    Field,
    FileField,
    ForeignKey,
    JSONField,
    Model,
    Q,
    QuerySet,
    TextField,
)
from django.db.models.functions import Cast

from people.models import User
from people.personal_data.keepers import DONE_BY, keepers
from people.personal_data.names import Names

if TYPE_CHECKING:
    Column = Field[object, object]

TEXTS = (CharField, TextField, JSONField, ArrayField)
STEPS = 4  # from a row to the person
KEY = "key"  # what a repeat is known by: a name that is also a word stays in it


def swept_columns() -> dict[type[Model], list["Column"]]:
    """By model: columns of text, JSON or lists of texts that are not declared apart. Of choices,
    and of the names of stored files, none."""
    apart = {name for keeper in keepers() for name in keeper.apart}
    return {
        model: fields
        for model in apps.get_models()
        if model._meta.managed and not model._meta.proxy and model._meta.label not in apart
        if (fields := [each for each in model._meta.concrete_fields if _is_swept(each, apart)])
    }


def _is_swept(field: "Column", apart: set[str]) -> bool:
    if isinstance(field, FileField) or field.choices or field.primary_key:
        return False
    if isinstance(field, ArrayField):
        base = field.base_field
        return isinstance(base, TEXTS) and not base.choices and _name(field) not in apart
    return isinstance(field, TEXTS) and _name(field) not in apart


def _name(field: "Column") -> str:
    return f"{field.model._meta.label}.{field.name}"


def sweep(user: User, names: Names) -> int:
    """Put the account's name, which says nothing now, in place of the person's names: of telling
    ones everywhere, of every one in rows about the person. Returns how many rows changed."""
    changed, instead = 0, user.get_username()
    replaced = partial(names.replaced, instead=instead)
    also = {label: path for keeper in keepers() for label, path in keeper.about.items()}
    for model, fields in swept_columns().items():
        if names.telling:
            naming = _naming(model, fields, names)
            changed += _sweep(naming, fields, partial(replaced, telling_only=True))
        paths = [*_paths(model, STEPS), *filter(None, [also.get(model._meta.label)])]
        own = [field for field in fields if field.name != KEY]
        if paths and own:
            rows = model._default_manager.filter(reduce(or_, (Q(**{p: user.pk}) for p in paths)))
            changed += _sweep(rows, own, partial(replaced, telling_only=False))
    return changed


def _paths(model: type[Model], steps: int) -> Iterator[str]:
    """Return lookups for the rows of the model that belong to a person: a researcher's acts are not
    about them."""
    for field in model._meta.concrete_fields:
        if not isinstance(field, ForeignKey) or field.name in DONE_BY:
            continue
        if field.related_model is User:
            yield field.name
        elif steps > 1:
            target: Any = field.related_model
            yield from (f"{field.name}__{path}" for path in _paths(target, steps - 1))


def _naming(model: type[Model], fields: Sequence["Column"], names: Names) -> QuerySet[Any, Any]:
    """Return the rows that contain a telling name."""
    texts = {f"{field.name}_swept": Cast(field.name, TextField()) for field in fields}
    wanted = [
        Q(**{f"{field.name}_swept__icontains": _written(field, name)})
        for field in fields
        for name in names.telling
    ]
    return model._default_manager.annotate(**texts).filter(reduce(or_, wanted))


def _written(field: "Column", name: str) -> str:
    """Return the name as the column's text has it."""
    return json.dumps(name, ensure_ascii=False)[1:-1] if isinstance(field, JSONField) else name


def _sweep(
    rows: QuerySet[Any, Any],
    fields: Iterable["Column"],
    replaced: Callable[[object], object],
) -> int:
    by_name = {field.name: field for field in fields}
    changed = 0
    locked = rows.order_by("pk").select_for_update(of=("self",), no_key=True)
    for row in list(locked.values("pk", *by_name)):
        cleaned = {name: _fitting(field, replaced(row[name])) for name, field in by_name.items()}
        different = {name: value for name, value in cleaned.items() if value != row[name]}
        if different:
            changed += rows.model._default_manager.filter(pk=row["pk"]).update(**different)
    return changed


def _fitting(field: "Column", value: object) -> object:
    """No longer than the column: what takes a name's place may be longer than the name."""
    if isinstance(value, list) and isinstance(field, ArrayField):
        return [_fitting(field.base_field, each) for each in value]
    longest = getattr(field, "max_length", None)
    return value[:longest] if longest and isinstance(value, str) else value
