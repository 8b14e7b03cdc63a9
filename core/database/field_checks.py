"""Checks of a row's fields before the row is saved. Errors name the fields."""

from collections.abc import Collection, Iterator

from django.core.exceptions import NON_FIELD_ERRORS, ValidationError
from django.db.models import Model
from django.forms import BaseForm

from core.errors import FieldsError, Problem, RateroomError, located


def check_fields(row: Model, names: Collection[str]) -> None:
    """Raise FieldsError if values of the named fields break the model's rules. Run this before the
    row is saved."""
    others = {field.name for field in row._meta.fields} - set(names)
    problems = []
    for check in (row.clean_fields, row.validate_unique, row.validate_constraints):
        try:
            check(exclude=others)
        except ValidationError as error:
            problems += list(_problems(error))
            others |= set(error.message_dict)
    if problems:
        raise FieldsError(problems)


def _problems(error: ValidationError) -> Iterator[Problem]:
    for name, messages in error.message_dict.items():
        for message in messages:
            yield Problem(message, "" if name == NON_FIELD_ERRORS else name)


def add_errors(form: BaseForm, error: RateroomError) -> None:
    """Add each problem of `error` to the form: at the problem's field or, if the form has no such
    field, to the form as a whole."""
    for problem in located(error):
        if problem.path in form.errors:
            continue
        at_field = problem.path in form.fields
        text = problem.what if at_field else str(error if error.remedy else problem)
        form.add_error(problem.path if at_field else None, text)
