"""A list of the admin answers what our own pages ask of it. Anything else would make it an oracle
over the database."""

from functools import cache
from itertools import cycle, islice

import pytest
from django.contrib import admin
from django.contrib.auth.models import AnonymousUser
from django.test import RequestFactory
from django.urls import reverse

from people.models import User
from tests.access.lookups import names_of_lookups, paths
from tests.access.study import ROLES, STAFF, readable

# What each list may be asked for, apart from order, search and pages. A link that needs more is a
# line here.
ALLOWED = {
}
NO_PATHS = {"archived"}  # what is called by a filter's own name and is no path over models
ADMINS = {
    f"{model._meta.app_label}_{model._meta.model_name}": each
    for model, each in admin.site._registry.items()
}


def test_every_list_has_its_line():
    assert {name: set(each.allowed_lookups) for name, each in ADMINS.items()} == ALLOWED


@pytest.mark.parametrize("name", ADMINS)
def test_every_lookup_of_the_metadata_is_refused_unless_a_page_uses_it(name):
    """Every path with every lookup; bare and with two of them also as everybody, in turn with
    different ones."""
    model_admin, requests = ADMINS[name], {role: _request(role) for role in ROLES}
    may_ask, allowed, tried = model_admin.lookup_allowed, set(), 0
    for path, field in paths(model_admin.model):
        for role, end in _turns(tuple(names_of_lookups(field)), tried):
            tried += 1
            if may_ask(path + end, "a", requests[role]):
                allowed.add(path + end)
    assert allowed == ALLOWED[name] - NO_PATHS
    assert tried > 10_000


def _turns(lookups: tuple[str, ...], tried: int) -> list[tuple[str, str]]:
    """Role and end of a path: each end by somebody, none by everybody, and ends from another one
    on by everybody."""
    return _turns_from(lookups, tried % (len(lookups) + 1))


@cache
def _turns_from(lookups: tuple[str, ...], start: int) -> list[tuple[str, str]]:
    ends = ["", *(f"__{lookup}" for lookup in lookups)]
    turns = [*zip(cycle(ROLES), ends, strict=False), *((role, "") for role in ROLES)]
    return [*turns, *zip(ROLES, islice(cycle(ends), start, None), strict=False)]


def _request(role: str):
    request = RequestFactory().get("/")
    request.user = (
        AnonymousUser()
        if role == "stranger"
        else User(username=role, is_superuser=role == "superuser")
    )
    return request


SECRETS = {
    "session_key",
    "password",
    "email",
    "sealed_key",
    "completion_code",
    "raw_reply",
    "username",
}


@cache
def secret_paths(name: str) -> list[str]:
    """The shortest and the longest way from the list's model to each secret."""
    ways: dict[str, list[str]] = {}
    for path, field in paths(ADMINS[name].model):
        if field.name in SECRETS and field.concrete and "+" not in path:
            ways.setdefault(field.name, []).append(path)
    by_length = [sorted(each, key=lambda path: (path.count("__"), path)) for each in ways.values()]
    return sorted({path for each in by_length for path in (each[0], each[-1])})


@pytest.mark.attack("GET")
def test_no_filter_tells_whether_a_secret_matches(study):
    """As everybody on every list; a list's secrets are dealt out over those who may open it."""
    for place, role in enumerate(ROLES):
        client = study.client(role)
        for number, name in enumerate(ADMINS):
            address = reverse(f"admin:{name}_changelist")
            opens, ways = client.get(address).status_code, secret_paths(name)
            dealt = (
                ways[place % len(STAFF) :: len(STAFF)]
                if opens == 200
                else [ways[number % len(ways)]]
            )
            for way in dealt:
                matching, other = (
                    client.get(address, {f"{way}__isnull": value}) for value in ("False", "True")
                )
                refused = 400 if opens == 200 else opens
                assert (matching.status_code, other.status_code) == (refused, refused), (
                    role,
                    name,
                    way,
                )
                assert readable(matching) == readable(other), (role, name, way)


def test_every_filter_that_a_page_links_to_works(study):
    """What the sidebars offer, and what stands in ALLOWED; and a zero byte never comes as far as
    the database."""
    client = study.client("superuser")
    for name, lookups in ALLOWED.items():
        address = reverse(f"admin:{name}_changelist")
        answer = client.get(address)
        if answer.status_code == 302:  # a page of the desk takes the list's place
            continue
        changes = answer.context["cl"]
        links = {
            choice["query_string"]
            for spec in changes.filter_specs
            for choice in spec.choices(changes)
        }
        links |= {f"?{lookup}=1" for lookup in lookups}
        assert {link: client.get(address + link).status_code for link in links} == dict.fromkeys(
            links, 200
        )
        broken = {lookup: client.get(f"{address}?{lookup}=%00").status_code for lookup in lookups}
        assert broken == dict.fromkeys(lookups, 400)
