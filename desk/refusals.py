"""Context managers that show a RateroomError as a message or as errors of a form."""

from collections.abc import Iterator
from contextlib import contextmanager

from django import forms
from django.contrib import messages
from django.http import HttpRequest

from core.errors import RateroomError


@contextmanager
def refusals_shown(request: HttpRequest) -> Iterator[None]:
    """If a RateroomError is raised in the `with` block, show it as a message on the next page."""
    try:
        yield
    except RateroomError as error:
        messages.error(request, str(error))


@contextmanager
def refusals_in(form: forms.BaseForm, field: str | None = None) -> Iterator[None]:
    """If a RateroomError is raised in the `with` block, add it to the form. Each of its lines
    becomes an error of `field` or, without `field`, of the whole form."""
    try:
        yield
    except RateroomError as error:
        for line in str(error).splitlines():
            form.add_error(field, line)
