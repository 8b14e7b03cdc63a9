"""Members and invitations of a project, and the people who can work on a batch. These people come
from links, the pool, and the lists of allowed and blocked people."""

from functools import partial
from typing import Any

from celery import current_app
from django.conf import settings
from django.db import transaction
from django.db.models import BooleanField, QuerySet, Value
from django.http import Http404
from django.urls import reverse
from rest_framework import serializers

from api.operations import PEOPLE, WRITE, Operation, Resource
from api.problems import Invalid
from api.resources.shapes import Changed, Shape, names
from core.errors import Problem
from hits.batches.expected import PeopleList
from hits.models import Admission, ExpectedPerson
from people.access import is_writer
from people.invitations.granting import MOST_DAYS, MOST_USES, invite, revoke_invitation
from people.members import change_role, end_role, members_of
from people.models import Invitation, Membership, PoolMember, Project
from people.named import MOST_LINES, NamedPeople
from recruiting.links import making
from recruiting.links.making import LinkTerms, make_link

ROLES = Membership.Role.choices
MAIL_INVITATION = "people.tasks.mail_invitation"


class MemberShape(serializers.Serializer):
    """A person with a role in the project."""

    user = serializers.IntegerField(source="membership.user_id")
    name = serializers.CharField(source="membership.user.username")
    role = serializers.ChoiceField(choices=ROLES, source="membership.role")


class MembersShape(serializers.Serializer):
    """The members of the project, owners first."""

    members = MemberShape(many=True)


class RoleShape(Shape):
    """The role of a member in the project."""

    role = serializers.ChoiceField(choices=ROLES)


class InvitationTerms(Shape):
    """A new invitation to the project. Anyone with the invitation's link can accept it. With an
    `address`, the link is emailed to this address. If `role` is "", the person gets an account
    without a role in the project."""

    role = serializers.ChoiceField(choices=ROLES, allow_blank=True)
    address = serializers.EmailField(required=False, allow_blank=True, default="", max_length=254)
    uses = serializers.IntegerField(default=1, min_value=1, max_value=MOST_USES)
    days = serializers.IntegerField(default=14, min_value=1, max_value=MOST_DAYS)


class LinkShapeTerms(Shape):
    """A link to the batch for people without an account. A link for several people needs `cap`, the
    maximum number of HITs per person. `label` is a private note."""

    uses = serializers.IntegerField(default=1, min_value=1, max_value=making.MOST_USES)
    cap = serializers.IntegerField(
        required=False, allow_null=True, default=None, min_value=1, max_value=2**31 - 1
    )
    newcomers_per_network = serializers.IntegerField(
        default=5, min_value=1, max_value=making.MOST_USES
    )
    confirms_email = serializers.BooleanField(default=False)
    days = serializers.IntegerField(default=30, min_value=1, max_value=MOST_DAYS)
    label = serializers.CharField(  # type: ignore[assignment]  # no label of its own
        required=False, allow_blank=True, default="", max_length=120
    )


class InvitationShape(serializers.ModelSerializer):
    """An invitation, or a link to a batch. `problem` says why the link can no longer be used. It is
    "" if the link can be used."""

    problem = serializers.CharField()

    class Meta:
        model = Invitation
        fields = names(
            "id role batch label uses used cap newcomers_per_network confirms_email crowded_at "
            "created_at expires_at problem"
        )

    def to_representation(self, instance: Invitation) -> dict[str, object]:
        """Return the invitation. Viewers do not get its label, because the label can be a worker's
        id."""
        data: dict[str, object] = super().to_representation(instance)
        return data if getattr(instance, "with_ids", True) else {**data, "label": ""}


class MadeInvitation(serializers.Serializer):
    """A new invitation with its link. Only this response, and a repeat with the same key, has the
    link."""

    invitation = InvitationShape()
    link = serializers.CharField()


class NamedPeopleShape(Shape):
    """People, each named by an account name or an email address."""

    people = serializers.ListField(
        child=serializers.CharField(max_length=254), min_length=1, max_length=MOST_LINES
    )


class Members(Resource):
    @Operation("list_members", answer=MembersShape)
    def get(self, project: int) -> dict[str, object]:
        """List the people with a role in the project."""
        return {"members": members_of(self.project(project))}


class OneMember(Resource):
    @Operation("change_role", body=RoleShape, answer=Changed, scope=PEOPLE)
    def patch(self, project: int, user: int, sent: dict[str, Any]) -> dict[str, int]:
        """Change a member's role. Only owners can do this."""
        row = owned(self, project)
        changed = change_role(project=row, user_id=user, role=sent["role"], by=self.user)
        return {"changed": int(changed)}

    @Operation("end_role", answer=Changed, scope=PEOPLE)
    def delete(self, project: int, user: int) -> dict[str, int]:
        """Remove a member from the project. Only owners can do this."""
        row = owned(self, project)
        return {"changed": int(end_role(project=row, user_id=user, by=self.user))}


def owned(view: Resource, pk: int) -> Project:
    """Return the project. Raises PermissionDenied if the person is not one of its owners."""
    project = view.project(pk)
    view.require_owner(project)
    return project


class Invitations(Resource):
    @Operation("list_invitations", answer=InvitationShape, paged=True)
    def get(self, project: int) -> QuerySet[Invitation]:
        """List the project's invitations, including those that give no role. Owners only."""
        return Invitation.objects.filter(project=owned(self, project), batch=None)

    @Operation(
        "invite", body=InvitationTerms, answer=MadeInvitation, status=201, secret=True, scope=PEOPLE
    )
    def post(self, project: int, sent: dict[str, Any]) -> dict[str, object]:
        """Create an invitation with a link. If the invitation has an address, the link is also
        emailed. Only owners can do this."""
        row = owned(self, project)
        invitation, token = invite(project=row, key=self.write_key, by=self.user, **sent)
        if invitation.address and settings.EMAIL_URL:
            transaction.on_commit(
                partial(current_app.send_task, MAIL_INVITATION, args=(invitation.pk,))
            )
        link = self.request.build_absolute_uri(reverse("invitation", args=[token]))
        return {"invitation": invitation, "link": link}


class OneInvitation(Resource):
    @Operation("revoke_invitation", answer=Changed, scope=PEOPLE)
    def delete(self, project: int, pk: int) -> dict[str, int]:
        """Revoke an invitation. Only owners can do this."""
        row = owned(self, project)
        if not Invitation.objects.filter(pk=pk, project=row, batch=None).exists():
            raise Http404
        revoked = revoke_invitation(project=row, invitation_id=pk, by=self.user)
        return {"changed": int(revoked)}


class Links(Resource):
    @Operation("list_links", answer=InvitationShape, paged=True)
    def get(self, batch: int) -> QuerySet[Invitation]:
        """List the links to the batch, without their secret addresses."""
        row = self.batch(batch)
        with_ids = Value(is_writer(self.user, row.project_id), BooleanField())
        return Invitation.objects.filter(batch=row).annotate(with_ids=with_ids)

    @Operation("make_link", body=LinkShapeTerms, answer=MadeInvitation, status=201, secret=True)
    def post(self, batch: int, sent: dict[str, Any]) -> dict[str, object]:
        """Create a link to the batch for people without an account."""
        row = self.batch(batch, write=True)
        terms = LinkTerms(**sent)
        invitation, token = make_link(batch=row, key=self.write_key, by=self.user, terms=terms)
        link = self.request.build_absolute_uri(reverse("join", args=[token]))
        return {"invitation": invitation, "link": link}


class OneLink(Resource):
    @Operation("revoke_link", answer=Changed)
    def delete(self, batch: int, pk: int) -> dict[str, int]:
        """Revoke a link. No one can join the batch with a revoked link."""
        row = self.batch(batch, write=True)
        if not Invitation.objects.filter(pk=pk, batch=row).exists():
            raise Http404
        revoked = revoke_invitation(project=row.project, invitation_id=pk, by=self.user)
        return {"changed": int(revoked)}


def named(people: PeopleList, sent: dict[str, Any]) -> NamedPeople:
    """Return the named accounts. Raises Invalid, which lists each line that cannot be used."""
    listed = people.find("\n".join(" ".join(name.split()) for name in sent["people"]))
    if listed.problems:
        raise Invalid(Problem(problem, "people") for problem in listed.problems)
    return listed


class PoolMemberShape(serializers.ModelSerializer):
    """A person in the project's pool."""

    person = serializers.CharField(source="user.username")

    class Meta:
        model = PoolMember
        fields = names("person added_at")


class Pool(Resource):
    @Operation("list_pool", answer=PoolMemberShape, paged=True, scope=WRITE)
    def get(self, project: int) -> QuerySet[PoolMember]:
        """List the people in the project's pool. You need permission to change the pool."""
        rows = PoolMember.objects.filter(project=self.project(project, write=True))
        return rows.select_related("user")

    @Operation("add_to_pool", body=NamedPeopleShape, answer=Changed)
    def post(self, project: int, sent: dict[str, object]) -> dict[str, int]:
        """Let people work on the project's batches that are open to its pool. Names without an
        account are added to the pool when people sign in under these names."""
        pool = PeopleList(self.project(project, write=True))
        return {"changed": pool.put(named(pool, sent), by=self.user)}


class ExpectedShape(serializers.ModelSerializer):
    """A name or email address without an account, in the pool (`batch` is null) or on a batch's
    list."""

    class Meta:
        model = ExpectedPerson
        fields = names("name batch verdict added_at")


class LeavePool(Resource):
    @Operation("remove_from_pool", body=NamedPeopleShape, answer=Changed)
    def post(self, project: int, sent: dict[str, object]) -> dict[str, int]:
        """Remove people from the pool. They can still finish work that they have started."""
        pool = PeopleList(self.project(project, write=True))
        return {"changed": pool.take_off(named(pool, sent))}


class Expected(Resource):
    @Operation("list_expected", answer=ExpectedShape, paged=True, scope=WRITE)
    def get(self, project: int) -> QuerySet[ExpectedPerson]:
        """List the names and email addresses, in the pool and on batches' lists, that no one has
        signed in with yet. You need permission to change the pool and the lists."""
        return ExpectedPerson.objects.filter(project=self.project(project, write=True))


def act_on_list(name: str, words: str, verdict: str) -> type[Resource]:
    """Return a resource with the POST operation `name`, which adds people to the batch's list. They
    are allowed or blocked according to `verdict`. If `verdict` is "", the resource removes people
    from the list."""

    class ActOnList(Resource):
        def post(self, batch: int, sent: dict[str, object]) -> dict[str, int]:
            row = self.batch(batch, write=True)
            listed = PeopleList(row.project, row)
            people = named(listed, sent)
            if not verdict:
                return {"changed": listed.take_off(people)}
            return {"changed": listed.put(people, verdict=verdict, by=self.user)}

        post.__doc__ = words
        described = Operation(name, body=NamedPeopleShape, answer=Changed)
        post = described(post)  # type: ignore[assignment]

    ActOnList.__name__ = name
    return ActOnList


Admit = act_on_list(
    "admit",
    "Allow these people to work on the batch, whatever its audience.",
    Admission.Verdict.ADMITTED,
)
Refuse = act_on_list("refuse", "Block these people from the batch.", Admission.Verdict.REFUSED)
Forget = act_on_list("forget", "Remove these people from both lists of the batch.", "")
