"""Tests that data a person may not see never changes what they read in the admin, however they
search, sort or page."""

from itertools import cycle, islice

import pytest
from django.contrib import admin
from django.db.models import F, Value
from django.db.models.functions import Concat
from django.urls import reverse

from desk.pages import ListPage
from hits.models import Appeal, Batch, Enrolment
from judges.models import JudgeEndpoint, JudgeRun, Verdict
from people.models import Project, Session, User
from stimuli.models import Dataset, DatasetImport
from surveys.models import PromptTemplate, Rubric
from tests.access.study import STAFF, Study, readable

# Texts that lists show and search, with the way from each to its project.
TEXTS = (
    *((Project, "name", "pk"), (Batch, "title", "project"), (Dataset, "name", "project")),
    *((DatasetImport, "dataset_name", "project"), (Enrolment, "pseudonym", "batch__project")),
    (Enrolment, "completion_code", "batch__project"),
    *((Appeal, "text", "assignment__batch__project"), (JudgeEndpoint, "name", "project")),
    *((JudgeRun, "name", "batch__project"), (Verdict, "error_detail", "run__batch__project")),
    *((PromptTemplate, "name", "project"), (Rubric, "name", "project")),
)
SEARCHES = ("CODE", "example", "md5$")
# Beside `o` and `q`: other pages, popups and what they hand back, counts, dates, and what was
# preserved from a list.
OTHERS = (
    *("p=2", "all=", "e=1", "_facets=True", "_popup=1", "_to_field=id", "_to_field=password"),
    *("_to_field=sealed_key", "created_at__year=2026", "created_at__gte=2026-01-01"),
    *("date_joined__month=11", "_changelist_filters=batch__project__name%3DMoths"),
)


def list_queries() -> list[str]:
    """Return the addresses of all lists, with every search term and some other parameters."""
    addresses, others = [], cycle(OTHERS)
    for address in desk_lists():
        queries = [
            *(f"name={term}" for term in SEARCHES),
            *islice(others, 3),
            "after=1",
            "before=2",
        ]
        addresses += [f"{address}?{query}" for query in queries]
    return addresses


def desk_lists() -> list[str]:
    """Return the addresses of Home and of all lists without an id in their address."""
    routes = [route for route in admin.site.get_urls() if getattr(route, "name", None)]
    classes = {route.name: getattr(route.callback, "view_class", object) for route in routes}
    return [
        reverse(f"admin:{route.name}")
        for route in routes
        if (issubclass(classes[route.name], ListPage) and not route.pattern.converters)
        or route.name == "index"
    ]


def answers(study: Study, roles: tuple[str, ...]) -> dict[tuple[str, str], tuple[int, bytes]]:
    """Return status and page by role and address. The addresses are distributed over the staff."""
    dealt = zip(cycle(STAFF), list_queries(), strict=False)
    clients = {role: study.client(role) for role in roles}
    read = {}
    for role, address in dealt:
        if role in roles:
            answer = clients[role].get(address)
            read[role, address] = answer.status_code, readable(answer)
    return read


def change_what_nobody_reads(keep: set[User]) -> None:
    """Change all passwords, sessions and keys, except passwords and sessions of users in `keep`."""
    User.objects.exclude(pk__in=[user.pk for user in keep]).update(password="another$hash")
    for session in Session.objects.exclude(user__in=keep):
        Session.objects.filter(pk=session.pk).update(
            session_key=session.pk[::-1], session_data="another"
        )
    JudgeEndpoint.objects.update(sealed_key=b"another")


def change_what_is_of(project: Project) -> None:
    """Change the texts of all rows of the project so that they also sort differently."""
    for model, field, way in TEXTS:
        model.objects.filter(**{f"{way}__in": [project.pk]}).update(
            **{field: Concat(Value("Z"), F(field))}
        )
    members = User.objects.filter(memberships__project=project)
    members.update(email=Concat(Value("z"), F("email")), first_name="Zoe", is_active=True)


@pytest.mark.attack("GET")
@pytest.mark.parametrize(
    ("roles", "unseen"),
    [
        (("owner", "researcher", "viewer"), "other"),
        pytest.param(("other_researcher", "other_viewer"), "project", marks=pytest.mark.long),
        (("superuser",), None),
    ],
)
def test_what_is_read_does_not_change_with_what_may_not_be_seen(study, roles, unseen):
    before = answers(study, roles)
    assert [asked for asked, (status, _page) in before.items() if status >= 500] == []
    change_what_nobody_reads({study.people[role] for role in roles})
    if unseen:
        change_what_is_of(getattr(study, unseen))
    after = answers(study, roles)
    assert [asked for asked in before if before[asked] != after[asked]] == []


def test_the_change_is_one_that_a_member_reads(study):
    """Without visible changes in every list, the test above would prove nothing."""
    client = study.client("viewer")
    lists = [address for address in desk_lists() if address != reverse("admin:payments")]
    before = [client.get(address, follow=True).content for address in lists]
    change_what_is_of(study.project)
    after = [client.get(address, follow=True).content for address in lists]
    assert [
        address
        for address, *pages in zip(lists, before, after, strict=True)
        if pages[0] == pages[1]
    ] == []
