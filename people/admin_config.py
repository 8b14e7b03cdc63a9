"""Django's app configuration of the admin, with our own admin site. It has its own module because
it is loaded before the models."""

from django.contrib.admin.apps import SimpleAdminConfig


class GuardedAdminConfig(SimpleAdminConfig):
    """The app configuration that replaces `django.contrib.admin` in INSTALLED_APPS. It loads no
    `admin` modules, because no app registers a model."""

    default_site = "desk.site.DeskSite"
