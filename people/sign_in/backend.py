"""How a name and a password are checked: as Django does it, and a demo account only on this machine."""

import logging
from typing import Any

from django.contrib.auth.backends import ModelBackend
from django.contrib.auth.base_user import AbstractBaseUser
from django.http import HttpRequest

from people.models import User
from people.sign_in import demo
from people.sign_in.origins import client_address

logger = logging.getLogger(__name__)


class Backend(ModelBackend):
    """Refuses a demo account after its password was checked, so that no answer comes sooner than another."""

    def authenticate(  # type: ignore[override]
        self, request: HttpRequest | None, **credentials: Any
    ) -> AbstractBaseUser | None:
        user = super().authenticate(request, **credentials)
        if isinstance(user, User) and demo.refused(user, request):
            where = client_address(request) if request else ""
            logger.warning("The demo account %r was refused from %r.", user.get_username(), where)
            return None
        return user
