"""Refusals of the functions that a page calls: as a message, or as errors of a form."""

from collections.abc import Iterator
from contextlib import contextmanager

from django import forms
from django.contrib import messages
from django.http import HttpRequest

from core.errors import RateroomError


@contextmanager
def refusals_shown(request: HttpRequest) -> Iterator[None]:
    """Show the refusal that the block raises as a message on the next page."""
    try:
        yield
    except RateroomError as error:
        messages.error(request, str(error))


@contextmanager
def refusals_in(form: forms.BaseForm, field: str | None = None) -> Iterator[None]:
    """Add the refusal that the block raises to the form, each line as an error of the field."""
    try:
        yield
    except RateroomError as error:
        for line in str(error).splitlines():
            form.add_error(field, line)
