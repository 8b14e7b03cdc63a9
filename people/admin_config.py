"""The app configuration of the admin, which is Django's with our own admin site. The configuration
has its own module, because it is loaded before the models."""

from django.contrib.admin.apps import SimpleAdminConfig


class GuardedAdminConfig(SimpleAdminConfig):
    """The replacement for `django.contrib.admin` in INSTALLED_APPS. No app registers a model."""

    default_site = "desk.site.DeskSite"
