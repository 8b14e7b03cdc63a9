"""Access tokens: what each may do, when it ends, and the page on which it is made."""

import re
from datetime import timedelta

import pytest
from django.http import Http404
from django.urls import reverse
from django.utils import timezone

from hits.access import batch_for_researcher
from people.access import owns, projects_for
from people.models import Act
from people.tokens.granting import TokenRefused, end_token, find_token, make_token
from people.tokens.models import ApiToken
from tests import world
from tests.api.program import Program
from tests.pages import signed_in

pytestmark = pytest.mark.django_db
QUERIES = 5  # the session, the frame, projects to choose from, the tokens


@pytest.fixture
def project():
    return world.project(name="Moths")


def test_a_token_is_shown_once_and_stored_as_a_hash(project):
    client = signed_in(world.researcher(project))
    form = {"name": "Nightly", "scope": "write", "project": project.pk, "days": 30}
    page = client.post(reverse("admin:tokens"), form, follow=True).content.decode()
    token = re.search(r"rr_[\w-]{43}", page)[0]
    row = ApiToken.objects.get()
    assert (row.scope, row.project, row.hint) == ("write", project, token[-4:])
    assert token not in str(vars(row))
    assert token not in client.get(reverse("admin:tokens")).content.decode()
    assert find_token(token).pk == row.pk
    client.post(reverse("admin:end_token", args=[row.pk]))
    assert find_token(token) is None
    acts = Act.objects.filter(subject_type="people.apitoken").order_by("pk")
    assert list(acts.values_list("verb", "project")) == [
        ("created", project.pk),
        ("token_ended", project.pk),
    ]


def test_nobody_ends_anothers_token(project):
    row, token = make_token(user=world.researcher(project), name="x", scope="read", days=1)
    assert not end_token(user=world.owner(project), token_id=row.pk)
    assert find_token(token)


def test_a_token_for_a_project_without_a_role_is_refused(project):
    with pytest.raises(TokenRefused, match="no role"):
        make_token(user=world.outsider(), name="x", scope="read", days=1, project=project)


def test_the_permission_functions_heed_the_token(project):
    owner = world.owner(project)
    other = world.project(name="Lichens")
    owner.memberships.create(project=other, role="owner")
    batch = world.draft_batch(other, world.dataset(other, items=1))
    row, _token = make_token(user=owner, name="x", scope="read", days=1, project=project)
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
    assert answer.json()["detail"] == "The token is unknown, expired or ended."


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
    program = Program(world.owner(project), "read")
    answer = program.post("projects", {"name": "New"})
    assert (answer.status_code, answer.json()["type"]) == (403, "/docs/api/#forbidden")
    assert "scope “write”" in answer.json()["detail"]
    assert (
        Program(world.owner(project), "write").post("projects", {"name": "New"}).json()["name"]
        == "New"
    )


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


def test_the_page_costs_the_same_for_three_tokens_as_for_one(project, django_assert_num_queries):
    user = world.researcher(project)
    client = signed_in(user)
    for _turn in range(2):
        make_token(user=user, name="x", scope="read", days=1, project=project)
        with django_assert_num_queries(QUERIES):
            client.get(reverse("admin:tokens"))
        make_token(user=user, name="y", scope="read", days=1)
