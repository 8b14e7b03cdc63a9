"""Tests of API tokens: their scopes, their expiry, and the page to create them."""

import re
from datetime import timedelta
from functools import partial

import pytest
from django.core.exceptions import PermissionDenied
from django.db import IntegrityError, transaction
from django.http import Http404
from django.urls import reverse
from django.utils import timezone

from hits.access import batch_for_researcher
from people.access import owns, projects_for
from people.invitations.granting import invite, revoke_invitation
from people.members import change_role, create_project, end_role
from people.models import Act, Project
from people.models.tokens import ApiToken, Limit
from people.tokens.granting import TokenRefused, end_token, find_token, make_token
from tests import world
from tests.api.program import Program
from tests.pages import signed_in

pytestmark = pytest.mark.django_db


def test_a_token_is_shown_once_and_stored_as_a_hash(project):
    client = signed_in(world.researcher(project))
    form = {"name": "Nightly", "scopes": ["write"], "project": project.pk, "days": 30}
    page = client.post(reverse("admin:tokens"), form, follow=True).content.decode()
    token = re.search(r"rr_[\w-]{43}", page)[0]
    row = ApiToken.objects.get()
    assert (row.scopes, row.project, row.hint) == (["read", "write"], project, token[-4:])
    assert token not in str(vars(row))
    assert token not in client.get(reverse("admin:tokens")).content.decode()
    assert find_token(token).pk == row.pk
    client.post(reverse("admin:end_token", args=[row.pk]), {"confirmed": "1"})
    assert find_token(token) is None
    acts = Act.objects.filter(subject_type="people.apitoken").order_by("pk")
    assert list(acts.values_list("verb", "project")) == [
        ("created", project.pk),
        ("token_ended", project.pk),
    ]


def test_nobody_ends_anothers_token(project):
    row, token = make_token(user=world.researcher(project), name="x", scopes=["read"], days=1)
    assert not end_token(user=world.owner(project), token_id=row.pk)
    assert find_token(token)


def test_a_token_for_a_project_without_a_role_is_refused(project):
    with pytest.raises(TokenRefused, match="no role"):
        make_token(user=world.outsider(), name="x", scopes=["read"], days=1, project=project)


def test_the_permission_functions_heed_the_token(project):
    owner = world.owner(project)
    other = world.project(name="Lichens")
    owner.memberships.create(project=other, role="owner")
    batch = world.draft_batch(other, world.dataset(other, items=1))
    row, _token = make_token(user=owner, name="x", scopes=["read"], days=1, project=project)
    assert batch_for_researcher(owner, batch.pk, write=True) == batch
    owner.limit = row.limit
    assert list(projects_for(owner)) == [project]
    assert list(projects_for(owner, write=True)) == []
    assert (owns(owner, project), owns(owner, other)) == (True, False)
    with pytest.raises(Http404):
        batch_for_researcher(owner, batch.pk)


def test_a_superusers_token_is_as_narrow(project):
    root = world.person("root", is_staff=True, is_superuser=True)
    world.project(name="Lichens")
    program = Program(root, "read", project)
    assert [row["id"] for row in program.read("projects")["results"]] == [project.pk]


@pytest.mark.parametrize("change", ["expires_at", "ended_at"])
def test_an_expired_or_ended_token_is_unknown(project, change):
    program = Program(world.viewer(project))
    assert program.get("projects").status_code == 200
    rows = ApiToken.objects.filter(pk=program.row.pk)
    past = timezone.now() - timedelta(seconds=1)
    rows.update(created_at=past - timedelta(days=1), **{change: past})
    answer = program.get("projects")
    assert (answer.status_code, answer["WWW-Authenticate"]) == (401, "Bearer")
    assert answer.json()["detail"] == "The token is unknown, expired or revoked."


def test_the_last_use_is_noted_once_a_minute(project, django_assert_num_queries):
    program = Program(world.viewer(project))
    with django_assert_num_queries(3):  # token, its use, the list
        program.get("projects")
    assert ApiToken.objects.get().last_used_at is not None
    with django_assert_num_queries(2):
        program.get("projects")


def test_a_cookie_is_no_token(project, client):
    client.force_login(world.owner(project))
    assert client.get("/api/v1/projects").status_code == 401
    assert client.post("/api/v1/projects", {"name": "x"}).status_code == 401


def test_reading_and_writing_need_their_scopes(project):
    address, change = f"projects/{project.pk}", {"hourly_floor": "9.00"}
    answer = Program(world.owner(project), "read").ask("PATCH", address, change)
    assert (answer.status_code, answer.json()["type"]) == (403, "/docs/api/#forbidden")
    assert "scope “write”" in answer.json()["detail"]
    writer = Program(world.owner(project), "read write")
    assert writer.ask("PATCH", address, change).json()["hourly_floor"] == "9.00"


def test_each_scope_allows_its_own_alone(project):
    """Scopes do not include each other: `people` does not allow writing, and `write` does not allow
    decisions about people."""
    owner = world.owner(project)
    decides = Program(owner, "people")
    assert decides.row.scopes == ["read", "people"]
    owner.limit = decides.row.limit
    assert (list(projects_for(owner)), list(projects_for(owner, write=True))) == ([project], [])
    with pytest.raises(IntegrityError, match="api_token_scopes"), transaction.atomic():
        ApiToken.objects.filter(pk=decides.row.pk).update(scopes=["write"])
    with pytest.raises(IntegrityError, match="api_token_scopes"), transaction.atomic():
        ApiToken.objects.filter(pk=decides.row.pk).update(scopes=["read", "root"])


@pytest.mark.attack("POST")
def test_no_token_gives_a_role_without_the_scope_for_it(project):
    owner, guest = world.owner(project), world.person("guest")
    viewer = project.memberships.create(user=guest, role="viewer")
    invitation, _link = invite(project=project, role="viewer", key="k", by=owner)
    leaked = Program(owner, "read write money")
    members, invitations = (f"projects/{project.pk}/{name}" for name in ("members", "invitations"))
    attempts = [
        leaked.post(invitations, {"role": "owner"}),
        leaked.ask("DELETE", f"{invitations}/{invitation.pk}"),
        leaked.ask("PATCH", f"{members}/{guest.pk}", {"role": "owner"}),
        leaked.ask("DELETE", f"{members}/{guest.pk}"),
        leaked.post("projects", {"name": "Mine"}),
        leaked.ask("DELETE", f"projects/{project.pk}"),
    ]
    assert [answer.status_code for answer in attempts] == [403] * len(attempts)
    assert Project.objects.count() == 1
    assert list(project.invitations.values_list("pk", "revoked_at")) == [(invitation.pk, None)]
    assert project.memberships.get(user=guest).role == viewer.role


def test_the_functions_that_give_roles_heed_the_token_themselves(project):
    """This protects roles even if the API operation does not check the scope."""
    owner, guest = world.owner(project), world.person("guest")
    project.memberships.create(user=guest, role="viewer")
    invitation, _link = invite(project=project, role="viewer", key="k", by=owner)
    owner.limit = Limit(None, frozenset({"read", "write", "money"}))
    for refused in (
        partial(invite, project=project, role="owner", key="x"),
        partial(revoke_invitation, project=project, invitation_id=invitation.pk),
        partial(change_role, project=project, user_id=guest.pk, role="owner"),
        partial(end_role, project=project, user_id=guest.pk),
        partial(create_project, project=Project(name="Mine")),
    ):
        with pytest.raises(PermissionDenied):
            refused(by=owner)


def test_too_many_requests_are_refused_until_the_minute_is_over(project, settings):
    settings.API_REQUESTS_PER_MINUTE = 2
    program = Program(world.viewer(project))
    answers = [program.get("projects") for _turn in range(5)]
    # A minute may end between two of them.
    assert 429 in {answer.status_code for answer in answers}
    refused = next(answer for answer in answers if answer.status_code == 429)
    assert refused["RateLimit-Policy"] == '"token";q=2;w=60'
    assert re.fullmatch(r'"token";r=\d+;t=\d+', answers[0]["RateLimit"])
    assert 0 < int(refused["Retry-After"]) <= 61
    assert refused.json()["type"] == "/docs/api/#rate-limited"
