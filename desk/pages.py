"""Base classes for three kinds of researchers' pages: a list, a form that stores data, and an
action that asks for confirmation.

These are class-based views of Django in the researchers' frame. A page declares its template and
its rows or its form, and calls one function of a lower app. Pages of other kinds are plain views.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from django import forms
from django.contrib import messages
from django.db.models import Model, QuerySet
from django.http import HttpRequest, HttpResponse, QueryDict
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.utils.crypto import get_random_string
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.views.generic import FormView, TemplateView
from django.views.generic.base import ContextMixin, View

from core.database.keyset import AFTER, BEFORE, LATEST_FIRST, PER_PAGE, Key, cursor_of, window
from core.errors import DocumentError, RateroomError
from desk.headings import Heading
from desk.projects import chosen_project
from people.access import user_of
from people.models import User

# Data of a form or a template, by name.
Values = dict[str, Any]


def new_key() -> str:
    """Return a random key for a new form, so that a form sent twice is stored only once."""
    return get_random_string(20)


class Framed(ContextMixin, View):
    """A page in the researchers' frame. `DeskSite` passes the frame as the only positional
    argument."""

    title: str | Promise = ""

    @property
    def user(self) -> User:
        return user_of(self.request)

    def get_context_data(self, **more: object) -> Values:
        (frame,) = self.args
        return super().get_context_data(**frame, title=self.title, **more)


@dataclass(frozen=True)
class Column:
    """A column of a list. `cell` returns the content of the cell for a row. `kind` is "num" for
    numbers, "time" for times, and "" for text."""

    label: str | Promise
    cell: Callable[[Any], object]
    kind: str = ""


# This column is omitted while one project is chosen.
PROJECT = Column(_("Project"), lambda row: row.project)


@dataclass(frozen=True)
class PageLink:
    """A link to another page, shown as a button above a list."""

    words: str | Promise
    address: str
    is_main: bool = False


class ListPage(Framed, TemplateView):
    """A list of rows sorted by `keys`, shown one page at a time. `filters` is a form for the query
    parameters, and invalid values are ignored. A page with its own template needs no `columns`."""

    template_name = "desk/list.html"
    columns: Sequence[Column] = ()  # the first one names the row
    about: str | Promise = ""
    empty: str | Promise = ""  # text of an empty list: what will appear, or the next step
    keys: ClassVar[Sequence[Key]] = LATEST_FIRST
    size: ClassVar[int] = PER_PAGE
    filters: ClassVar[type[forms.Form]] = forms.Form

    def rows(self, wanted: Values) -> QuerySet[Model]:
        """Return the rows that the user may see, filtered by the values in `wanted`."""
        raise NotImplementedError

    def address(self, row: Any) -> str:
        """Return the URL of the page about `row`."""
        raise NotImplementedError

    def links(self) -> Sequence[PageLink]:
        """Return the links that are shown as buttons above the list."""
        return ()

    def get_context_data(self, **more: object) -> Values:
        query = self.request.GET
        form = self.filters(query)
        form.is_valid()
        page = window(self.rows(form.cleaned_data), self.keys, cursor_of(query), size=self.size)
        if self.columns:
            more |= self._table(page.rows)
        return super().get_context_data(
            filters=form, window=page, kept=_kept(query), is_filtered=form.has_changed(), **more
        )

    def _table(self, rows: Sequence[Any]) -> Values:
        is_one = chosen_project(self.request) is not None
        columns = [each for each in self.columns if not (is_one and each is PROJECT)]
        return {
            "about": self.about,
            "empty": self.empty,
            "links": self.links(),
            "headings": [
                Heading(each.label, each.kind if number else "col-name")
                for number, each in enumerate(columns)
            ],
            "listed": [
                (self.address(row), [(each, each.cell(row)) for each in columns]) for row in rows
            ],
        }


def _kept(query: QueryDict) -> str:
    """Return the query without the list position, for links to other pages of the list. It ends
    with "&" unless it is empty."""
    filters = query.copy()
    for name in (AFTER, BEFORE):
        filters.pop(name, None)
    return f"{filters.urlencode()}&" if filters else ""


class FormPage(Framed, FormView):
    """A page with a form. `write` stores the form's values, and the form shows the errors that
    `write` raises. A page with errors has the status 422."""

    template_name = "desk/form.html"
    button: str | Promise = ""
    back: str | Promise = ""  # the name of the previous page

    def dispatch(self, request: HttpRequest, *args: object, **kwargs: object) -> HttpResponseBase:
        self.check_access()
        return super().dispatch(request, *args, **kwargs)

    def check_access(self) -> None:
        """Raise Http404 or PermissionDenied for people without access. This is called before
        anything else."""
        raise NotImplementedError

    def write(self, cleaned: Values) -> str:
        """Store the form's values, and return the message about what was done."""
        raise NotImplementedError

    def form_valid(self, form: forms.Form) -> HttpResponse:
        try:
            outcome = self.write(form.cleaned_data)
        except RateroomError as error:
            for problem in error.problems if isinstance(error, DocumentError) else [error]:
                form.add_error(None, str(problem))
            return self.form_invalid(form)
        messages.success(self.request, outcome)
        return redirect(self.get_success_url())

    def form_invalid(self, form: forms.Form) -> HttpResponse:
        return self.render_to_response(self.get_context_data(form=form), status=422)

    def get_context_data(self, **more: object) -> Values:
        return super().get_context_data(
            button=self.button, back=self.back, back_address=self.get_success_url(), **more
        )


class ChangePage(FormPage):
    """A form for stored values. `write` is passed only the values that the user changed."""

    def form_valid(self, form: forms.Form) -> HttpResponse:
        form.cleaned_data = {name: form.cleaned_data[name] for name in form.changed_data}
        return super().form_valid(form)


@dataclass(frozen=True)
class Question:
    """A question that is shown before an action: its text, the consequences, and a list of amounts
    that ends with the result. `button` is "" if there is nothing to do. If a button led to the
    question, `back` and `back_address` are the name and URL of that button's page."""

    text: str
    follows: Sequence[str | Promise]
    button: str
    sums: Sequence[tuple[str | Promise, str]] = ()
    takes: bool = False  # the act takes something from a person
    back: str | Promise = ""
    back_address: str = ""


class ActPage(FormPage):
    """A form for an action that cannot be undone or that moves money. The page shows the
    consequences before the action.

    The question can depend on the submitted values. In this case, the first press of the button
    shows the question, and the second press performs the action.
    """

    def question(self, cleaned: Values) -> Question | None:
        """Return the question, or None if it depends on values that have not been submitted yet."""
        raise NotImplementedError

    def form_valid(self, form: forms.Form) -> HttpResponse:
        if "change" in self.request.POST:
            return self.render_to_response(self.get_context_data(form=form))
        if "confirmed" in self.request.POST:
            return super().form_valid(form)
        question = self.question(form.cleaned_data)
        return self.render_to_response(
            self.get_context_data(form=form, asked=question, settled=True)
        )

    def get_context_data(self, **more: object) -> Values:
        more.setdefault("asked", self.question({}))
        return super().get_context_data(**more)
