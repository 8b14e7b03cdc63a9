"""The base of every `ModelAdmin`: a list answers the questions that our own pages ask of it, and no
others.

Django lets whoever sees a list filter it by any field of its model, and by whatever an admin adds
to that. A filter that follows relations out of the rows a person may see
(`batch__created_by__sessions__session_key__startswith`) answers yes or no about rows they may not
see, and a few hundred such answers are a password's hash. So lookups are declared and matched as a
whole.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, ClassVar

from django.contrib import admin
from django.contrib.admin.checks import ModelAdminChecks
from django.contrib.admin.utils import flatten_fieldsets
from django.contrib.admin.views.main import ORDER_VAR, ChangeList
from django.core.checks import CheckMessage, Error, register
from django.core.exceptions import FieldDoesNotExist
from django.core.paginator import Page, Paginator
from django.db.models import Model, QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils.functional import cached_property
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from core.database.keyset import AFTER, BEFORE, Key, cursor_of, window

MOST_LISTED = 5_000
OWN = {"pk", "id"}  # what an order calls a row's own number


class GuardedChecks(ModelAdminChecks):
    """Refuses, before the first request, a list that could be asked about more than it shows."""

    def check(self, admin_obj: Any, **kwargs: Any) -> list[CheckMessage]:
        return [*super().check(admin_obj, **kwargs), *_reaching(admin_obj)]


class ShallowPaginator(Paginator):
    """Counts no further than anybody turns pages: to count a million rows takes longer than to show
    fifty. Whoever looks for older ones filters."""

    @cached_property
    def count(self) -> int:
        rows: Any = self.object_list
        return rows.order_by().values("pk")[:MOST_LISTED].count()

    def page(self, number: int | str) -> Page:
        """First the keys of the page's rows, then all that is shown of these: a late page of a long
        list would join what stands before it too."""
        number = self.validate_number(number)
        first = (number - 1) * self.per_page
        rows: Any = self.object_list
        keys = list(rows.values_list("pk", flat=True)[first : first + self.per_page])
        return Page(rows.filter(pk__in=keys), number, self)


class KeysetChangeList(ChangeList):
    """Turns pages by keys while the list is in its own order: so its millionth row is as near as
    its first. In another order the number of pages is limited."""

    @property
    def is_more(self) -> bool:
        """Whether there are more rows than are counted."""
        return bool(self.result_count >= MOST_LISTED)

    def get_queryset(self, request: HttpRequest, exclude_parameters: Any = None) -> QuerySet[Any]:
        """The page is none of the filters, and no link to another filter or order keeps it."""
        for name in (AFTER, BEFORE):
            self.params.pop(name, None)
            self.filter_params.pop(name, None)
        return super().get_queryset(request, exclude_parameters)

    def get_results(self, request: HttpRequest) -> None:
        """What Django's templates ask of a list, and `newer` and `older`: addresses, or blank."""
        keys = () if self.params.get(ORDER_VAR) else _keys_of(self.queryset)
        self.is_by_keys = bool(keys)
        if not keys:
            super().get_results(request)
            return
        page = window(
            self.queryset.values_list("pk", flat=True),
            keys,
            cursor_of(request.GET),
            size=self.list_per_page,
            number=int,
        )
        self.newer = self._page_at(BEFORE, page.before)
        self.older = self._page_at(AFTER, page.after)
        # All that is shown of these rows alone: what is joined is looked up for no others.
        self.result_list = self.queryset.filter(pk__in=list(page.rows))
        self.paginator = self.model_admin.get_paginator(request, self.queryset, self.list_per_page)
        self.result_count = self.paginator.count
        self.full_result_count = None
        self.show_full_result_count, self.show_admin_actions = False, True
        self.can_show_all, self.multi_page = False, bool(self.newer or self.older)

    def _page_at(self, name: str, number: int | None) -> str:
        return self.get_query_string({name: str(number)}) if number is not None else ""


class GuardedAdmin(admin.ModelAdmin):
    """Lookups by an exact list; filters, search and dates only by fields that the admin shows of
    its own
    model."""

    checks_class = GuardedChecks
    paginator = ShallowPaginator
    show_full_result_count = False
    show_facets = admin.ShowFacets.NEVER  # each would count the whole list
    # What links of our pages ask for, beside the choices of `list_filter`: whole lookups, such as
    # `batch__id__exact`.
    linked_lookups: ClassVar[frozenset[str]] = frozenset()

    def get_changelist(self, request: HttpRequest, **kwargs: object) -> type[ChangeList]:
        return KeysetChangeList

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest | None = None) -> bool:
        # PostgreSQL's texts hold no zero byte, and no link of ours has one.
        return lookup in self.allowed_lookups and "\0" not in value

    @cached_property
    def allowed_lookups(self) -> frozenset[str]:
        """The parameters, apart from Django's own for order, search and pages, that the list
        takes."""
        return self.linked_lookups | {_lookup_of(entry) for entry in self.list_filter}

    def changelist_view(
        self, request: HttpRequest, extra_context: dict[str, object] | None = None
    ) -> HttpResponse:
        """The list is called what is in it, not what to do with it."""
        title = capfirst(self.opts.verbose_name_plural)
        return super().changelist_view(request, {"title": title, **(extra_context or {})})

    def get_object(
        self, request: HttpRequest, object_id: str, from_field: str | None = None
    ) -> Any:
        """Django looks for a field without a name where an address has a blank `_to_field`."""
        return super().get_object(request, object_id, from_field or None)

    def to_field_allowed(self, request: HttpRequest, to_field: str) -> bool:
        """A popup hands back a primary key; no other field is read out through one."""
        return to_field == self.opts.pk.name


def account_name(field: str, label: Any) -> Callable[[object, Model], str]:
    """A read-only field with the name of the account that `field` refers to. Django would link to
    the account's page, which is a superuser's."""

    @admin.display(description=label)
    def name(_admin: object, row: Model) -> str:
        return str(getattr(row, field) or "–")

    return name


def _keys_of(rows: QuerySet[Any]) -> Sequence[Key]:
    """Return the columns that rows are paged by in their own order, then their own number. None if
    one of these is not a column, or can be null."""
    keys = []
    for name in rows.query.order_by:
        if not isinstance(name, str) or not _is_never_null(rows.model, name.lstrip("-")):
            return ()
        plain = name.lstrip("-")
        keys.append(Key("pk" if plain in OWN else plain, descending=name.startswith("-")))
        if plain in OWN:
            return keys
    return [*keys, Key("pk")]


def _is_never_null(model: type[Model], path: str) -> bool:
    """Return whether `path`, such as `rubric__name`, leads to a column without nulls on the way."""
    if path in OWN:
        return True
    first, _dots, rest = path.partition("__")
    try:
        field = model._meta.get_field(first)
    except FieldDoesNotExist:
        return False
    if field.null or (rest and field.related_model is None):
        return False
    return _is_never_null(field.related_model, rest) if rest else True  # type: ignore[arg-type]


def _lookup_of(entry: Any) -> str:
    """The parameter that a filter's links carry: a field's value, or what the filter's class is
    called by."""
    return f"{entry}__exact" if isinstance(entry, str) else entry.parameter_name


def _reaching(shown_by: Any) -> Iterator[CheckMessage]:
    """An error for each option that reveals a field not displayed, or one of another model."""
    displayed = {
        *shown_by.list_display,
        *flatten_fieldsets(shown_by.fieldsets or ()),
        *(shown_by.fields or ()),
    }
    options = {
        "list_filter": [entry for entry in shown_by.list_filter if not _is_simple_filter(entry)],
        "search_fields": [str(name).lstrip("^=@") for name in shown_by.search_fields],
        "date_hierarchy": filter(None, [shown_by.date_hierarchy]),
    }
    for option, names in options.items():
        for name in names:
            if name not in displayed or not _is_own_value(shown_by, name):
                yield _error(
                    shown_by,
                    f"{option} has {name!r}, which it does not show or which leads to other rows.",
                )
    for name in shown_by.list_display:
        order = getattr(getattr(shown_by, str(name), None), "admin_order_field", None)
        if order is not None and not _is_own_value(shown_by, str(order).lstrip("-")):
            yield _error(
                shown_by,
                f"list_display's {name!r} is ordered by {order!r}, which leads to other rows.",
            )


def _is_simple_filter(entry: object) -> bool:
    return isinstance(entry, type) and issubclass(entry, admin.SimpleListFilter)


def _is_own_value(shown_by: Any, name: Any) -> bool:
    """Whether `name` is a column of the admin's own model that refers to no other row."""
    try:
        field = shown_by.opts.pk if name == "pk" else shown_by.opts.get_field(name)
    except FieldDoesNotExist:
        return False
    return not field.is_relation


def _error(shown_by: object, message: str) -> CheckMessage:
    hint = (
        "Name a field of its own model that the admin shows, or a SimpleListFilter over the "
        "person's own rows."
    )
    return Error(
        f"{type(shown_by).__name__}: {message}", hint=hint, obj=type(shown_by), id="people.E001"
    )


@register("admin")
def every_admin_is_guarded(**_kwargs: object) -> list[CheckMessage]:
    """An app's own `ModelAdmin` would let its list be filtered by any field."""
    return [
        Error(
            f"{type(registered).__name__} takes lookups that nobody declared.",
            hint="Unregister it, or register its model with a class that extends "
            "people.guarded_admin.GuardedAdmin.",
            obj=type(registered),
            id="people.E002",
        )
        for registered in admin.site._registry.values()
        if not isinstance(registered, GuardedAdmin)
    ]


class ArchivedFilter(admin.SimpleListFilter):
    """Leaves archived rows out until they are asked for."""

    title = gettext_lazy("archive")
    parameter_name = "archived"

    def lookups(self, request: HttpRequest, model_admin: object) -> list[tuple[str, Any]]:
        return [("1", gettext_lazy("In the archive"))]

    def choices(self, changelist: Any) -> Iterator[Any]:
        """The first is what all other rows are."""
        in_use, *others = super().choices(changelist)
        yield {**in_use, "display": _("In use")}
        yield from others

    def queryset(self, request: HttpRequest, rows: QuerySet[Any]) -> QuerySet[Any]:
        return rows.filter(archived_at__isnull=self.value() != "1")
