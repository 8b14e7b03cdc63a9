"""Users in the admin: superusers manage them. Roles are memberships; Django's groups give nothing
here."""

from allauth.account.models import EmailAddress
from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.models import Group

from people.guarded_admin import GuardedAdmin
from people.models import User


@admin.register(User)
class PersonAdmin(GuardedAdmin, UserAdmin):
    """Django's own, and its list takes declared lookups only."""

    list_filter = ("is_staff", "is_superuser", "is_active")


admin.site.unregister(Group)
# Addresses of accounts stand in our own user model.
admin.site.unregister(EmailAddress)
