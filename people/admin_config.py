"""App configuration of the admin: Django's, with our own site. It is separate from the models,
because it is loaded before them."""

from django.contrib.admin.apps import SimpleAdminConfig


class GuardedAdminConfig(SimpleAdminConfig):
    """Replacement for `django.contrib.admin` in INSTALLED_APPS. No app registers a model."""

    default_site = "desk.site.DeskSite"
