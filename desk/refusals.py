"""Errors raised by the functions that a page calls, shown as a message or as errors of a form."""

from collections.abc import Iterator
from contextlib import contextmanager

from django import forms
from django.contrib import messages
from django.http import HttpRequest

from core.errors import RateroomError


@contextmanager
def refusals_shown(request: HttpRequest) -> Iterator[None]:
    """Show a refusal that is raised inside the `with` block as a message on the next page."""
    try:
        yield
    except RateroomError as error:
        messages.error(request, str(error))


@contextmanager
def refusals_in(form: forms.BaseForm, field: str | None = None) -> Iterator[None]:
    """Add a refusal that is raised inside the `with` block to the form. Each of its lines becomes
    an error of `field`, or of the whole form."""
    try:
        yield
    except RateroomError as error:
        for line in str(error).splitlines():
            form.add_error(field, line)
