"""Users in the admin: superusers manage them; researchers find annotators by name."""

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin

from people.models import User

admin.site.register(User, UserAdmin)
