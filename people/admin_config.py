"""The admin's app: Django's, on our own site. It comes before the models, which the site's module
needs."""

from django.contrib.admin.apps import SimpleAdminConfig


class GuardedAdminConfig(SimpleAdminConfig):
    """Stands in INSTALLED_APPS for `django.contrib.admin`. No app registers a model."""

    default_site = "desk.site.DeskSite"
