"""The app configuration of the admin: Django's, but with our own admin site. It has its own module,
because it is loaded before the models."""

from django.contrib.admin.apps import SimpleAdminConfig


class GuardedAdminConfig(SimpleAdminConfig):
    """The app configuration that replaces `django.contrib.admin` in INSTALLED_APPS. No app
    registers a model with the admin site."""

    default_site = "desk.site.DeskSite"
