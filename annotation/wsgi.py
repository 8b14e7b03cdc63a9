"""The WSGI application that gunicorn serves."""

import os
from importlib import import_module

import django
from django.conf import settings
from django.core.handlers.wsgi import WSGIHandler, WSGIRequest
from django.utils.http import parse_header_parameters

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "annotation.settings")


class Utf8Request(WSGIRequest):
    """A request that is read as UTF-8, as our pages send it, whatever encoding its headers claim.

    Django would accept a claimed encoding that is not for text (`charset=hex`), and reading the
    request would then fail.
    """

    def _set_content_type_params(self, meta: dict[str, str]) -> None:
        self.content_type, self.content_params = parse_header_parameters(
            meta.get("CONTENT_TYPE", "")
        )


class Handler(WSGIHandler):
    request_class = Utf8Request


django.setup(set_prefix=False)
import_module(settings.ROOT_URLCONF)  # loads every page now instead of during the first request
application = Handler()
