"""Users in the admin: superusers manage them. Roles are memberships; Django's groups give nothing
here."""

from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.socialaccount.models import SocialAccount, SocialApp, SocialToken
from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.models import Group
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.decorators import method_decorator
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from people.access import user_of
from people.factors.confirmation import confirmed
from people.guarded_admin import GuardedAdmin
from people.logins.ending import end_sessions
from people.models import User
from people.notices.of_account import change_address
from people.sessions import hash_of_this


# A stolen session hands over neither an account nor the whole site.
@method_decorator(confirmed, name="add_view")
@method_decorator(confirmed, name="change_view")
@method_decorator(confirmed, name="delete_view")
@method_decorator(confirmed, name="user_change_password")
@admin.register(User)
class PersonAdmin(GuardedAdmin, UserAdmin):
    """Django's own, and its list takes declared lookups only."""

    list_filter = ("is_staff", "is_superuser", "is_active")
    actions = ("log_out_everywhere",)

    def save_model(self, request: HttpRequest, obj: User, form: Any, change: bool) -> None:
        """The former address is told of another one."""
        if change and "email" in form.changed_data:
            change_address(User.objects.get(pk=obj.pk), obj.email)
        super().save_model(request, obj, form, change)

    @admin.action(description=_("Log out everywhere"), permissions=["change"])
    def log_out_everywhere(self, request: HttpRequest, people: QuerySet[User]) -> None:
        """End all sessions of the chosen people, but the one that asks."""
        this = hash_of_this(request)
        by = user_of(request)
        number = sum(
            end_sessions(user=person, by=by, except_hash=this) for person in people.order_by("pk")
        )
        words = ngettext("%(number)d device logged out.", "%(number)d devices logged out.", number)
        self.message_user(request, words % {"number": number})


admin.site.unregister(Group)
# Addresses of accounts are in our own user model.
admin.site.unregister(EmailAddress)
# Secrets; `manage.py reset_factors` takes them away.
admin.site.unregister(Authenticator)
# Institutions are in the settings, and a link is a person's own.
for model in (SocialAccount, SocialApp, SocialToken):
    admin.site.unregister(model)
