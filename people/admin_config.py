"""The admin's app: Django's, on our own site. It comes before the models, which the site's module
needs."""

from django.contrib.admin.apps import AdminConfig


class GuardedAdminConfig(AdminConfig):
    """Stands in INSTALLED_APPS for `django.contrib.admin`."""

    default_site = "desk.site.DeskSite"
