"""Tests of creating projects, and of their members, roles and invitations."""

import re
import threading

import pytest
from django.db import IntegrityError, connection, transaction
from django.test import Client
from django.urls import reverse

from people.invitations.granting import accept_invitation, token_for_mail
from people.members import RoleRefused, change_role, end_role
from people.models import Invitation, Membership, Project
from tests import world
from tests.pages import signed_in, squeezed

pytestmark = pytest.mark.django_db


@pytest.fixture
def project():
    return world.project(name="Moths")


def page_of(project: Project) -> str:
    return reverse("admin:project", args=[project.pk])


def roles(project: Project) -> dict[str, str]:
    return dict(project.memberships.values_list("user__username", "role"))


def set_role(client, project, user, **form):
    sent = form | {"confirmed": "yes"}
    return client.post(reverse("admin:set_role", args=[project.pk, user.pk]), sent, follow=True)


def test_whoever_makes_a_project_owns_it_and_looks_at_it():
    sam = signed_in(world.person("sam", is_staff=True))
    assert f'href="{reverse("admin:new_project")}"' in sam.get("/admin/").content.decode()
    assert "belong to a project. Create one" in squeezed(
        sam.get(reverse("admin:projects")).content.decode()
    )
    form = {"name": "Sam's", "currency": "eur", "megapixels": "50"}
    sam.post(reverse("admin:new_project"), form)
    project = Project.objects.get()
    assert (project.currency, roles(project)) == ("EUR", {"sam": "owner"})
    page = sam.post(reverse("admin:new_project"), form).content.decode()
    assert "already exists" in page
    assert Project.objects.count() == 1


def test_the_list_names_ones_role_and_what_is_in_each_project(project):
    other = world.project(name="Lichens")
    user = world.researcher(project)
    user.memberships.create(project=other, role="viewer")
    world.owner(project)
    world.draft_batch(project, world.dataset(project, items=1))
    world.outsider()
    page = signed_in(user).get(reverse("admin:projects")).content.decode()
    rows = re.findall(r">([^<]+)</a></th>(.*?)</tr>", squeezed(page))
    cells = {name: re.findall(r"<td[^>]*>([^<]*)</td>", row) for name, row in rows}
    assert cells == {
        "Lichens": ["Viewer", "1", "0", "USD"],
        "Moths": ["Researcher", "2", "1", "USD"],
    }


def test_an_owner_changes_and_ends_roles(project):
    client = signed_in(world.owner(project))
    rita = world.researcher(project)
    set_role(client, project, rita, role="viewer")
    assert roles(project) == {"olga": "owner", "rita": "viewer"}
    set_role(client, project, rita, role="king")
    assert roles(project) == {"olga": "owner", "rita": "viewer"}
    set_role(client, project, rita, action="end")
    assert roles(project) == {"olga": "owner"}


@pytest.mark.parametrize("form", [{"action": "end"}, {"role": "viewer"}])
def test_the_last_owner_stays(project, form):
    olga = world.owner(project)
    page = set_role(signed_in(olga), project, olga, **form)
    assert (
        "A project needs an owner. To change this role, add another owner first."
        in page.content.decode()
    )
    assert roles(project) == {"olga": "owner"}


def test_an_owner_beside_another_may_go_and_sees_the_project_no_more(project):
    olga, rita = world.owner(project), world.researcher(project)
    client = signed_in(olga)
    set_role(client, project, rita, role="owner")
    sent = {"action": "end", "confirmed": "yes"}
    answer = client.post(reverse("admin:set_role", args=[project.pk, olga.pk]), sent)
    assert answer["Location"] == reverse("admin:projects")
    assert client.get(page_of(project)).status_code == 404
    assert roles(project) == {"rita": "owner"}


def test_only_owners_see_addresses_and_invitations(project):
    olga = world.owner(project)
    olga.email = "olga@example.org"
    olga.save(update_fields=["email"])
    for user in (world.researcher(project), world.viewer(project)):
        page = signed_in(user).get(page_of(project)).content.decode()
        assert "olga@example.org" not in page
        assert "Create invitation" not in page


def test_the_database_keeps_an_owner_too(project):
    world.owner(project)
    with pytest.raises(IntegrityError, match="without an owner"), transaction.atomic():
        project.memberships.all().delete()
        with connection.cursor() as cursor:
            cursor.execute("set constraints all immediate")
    with transaction.atomic():
        project.memberships.update(role="viewer")
        Membership.objects.create(
            project=project, user=world.person("new", is_staff=True), role="owner"
        )
        with connection.cursor() as cursor:
            cursor.execute("set constraints all immediate")


@pytest.mark.django_db(transaction=True)
def test_two_owners_who_go_at_once_do_not_leave_the_project_alone(project):
    owners = [world.owner(project), world.researcher(project)]
    change_role(project=project, user_id=owners[1].pk, role="owner", by=owners[0])
    refused = []

    def go(user):
        try:
            end_role(project=project, user_id=user.pk, by=user)
        except RoleRefused:
            refused.append(user)
        finally:
            connection.close()

    threads = [threading.Thread(target=go, args=(user,)) for user in owners]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (len(refused), project.memberships.count()) == (1, 1)


def invite(client, project, **form):
    form = {"address": "", "role": "researcher", "uses": 1, "days": 14, "key": "k1"} | form
    return client.post(reverse("admin:invite", args=[project.pk]), form)


def test_an_invitations_link_is_shown_once_and_stored_nowhere(project):
    client = signed_in(world.owner(project))
    invite(client, project)
    page = client.get(page_of(project)).content.decode()
    token = re.search(r"/invitations/([\w-]+)/", page)[1]
    assert Client().get(f"/invitations/{token}/").status_code == 200
    assert "/invitations/" not in client.get(page_of(project)).content.decode().replace(
        reverse("admin:revoke_invitation", args=[project.pk, Invitation.objects.get().pk]), ""
    )
    assert token not in str(Invitation.objects.values().get())


def test_a_form_sent_twice_is_one_invitation(project):
    client = signed_in(world.owner(project))
    invite(client, project)
    invite(client, project)
    assert Invitation.objects.count() == 1


@pytest.mark.parametrize(
    ("field", "value"),
    [("address", "nobody"), ("uses", 0), ("days", 91), ("role", "king"), ("key", "")],
)
def test_an_invitation_that_cannot_be_is_refused_in_its_form(project, field, value):
    answer = invite(signed_in(world.owner(project)), project, **{field: value})
    assert (answer.status_code, Invitation.objects.count()) == (200, 0)


def test_an_invitation_is_taken_back(project):
    client = signed_in(world.owner(project))
    invite(client, project)
    made = Invitation.objects.get()
    client.post(
        reverse("admin:revoke_invitation", args=[project.pk, made.pk]), {"confirmed": "yes"}
    )
    made.refresh_from_db()
    assert made.problem == "This invitation is no longer valid. Ask the sender for a new one."
    assert (
        "Link revoked. No one new can join with it."
        in client.get(page_of(project)).content.decode()
    )


def test_every_change_of_who_is_in_a_project_is_an_act(project):
    olga, rita = world.owner(project), world.researcher(project)
    client = signed_in(olga)
    invite(client, project)
    invite(client, project)
    made = Invitation.objects.get()
    accept_invitation(token=token_for_mail(made), user=world.annotator())
    client.post(
        reverse("admin:revoke_invitation", args=[project.pk, made.pk]), {"confirmed": "yes"}
    )
    set_role(client, project, rita, role="viewer")
    set_role(client, project, rita, action="end")
    acts = (
        project.acts.exclude(verb__in=["signed_in", "deposited"])
        .order_by("pk")
        .values_list("actor__username", "verb", "before", "after")
    )
    assert list(acts) == [
        ("olga", "invited", None, {"role": "researcher", "address": "", "uses": 1}),
        ("ann", "joined", None, {"role": "researcher"}),
        ("olga", "revoked", None, None),
        ("olga", "role_changed", {"role": "researcher"}, {"role": "viewer"}),
        ("olga", "role_changed", {"role": "viewer"}, None),
    ]
