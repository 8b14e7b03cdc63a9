"""Helpers to request pages while logged in and to compare pages regardless of white space."""

import re
import time

from django.test import Client


def signed_in(user) -> Client:
    """Return a client in which the user is logged in."""
    client = Client()
    log_in(client, user)
    return client


def log_in(client: Client, user, *, ago: float = 0) -> None:
    """Log the user in, as if by password `ago` seconds ago."""
    client.force_login(user)
    session = client.session
    session["account_authentication_methods"] = [{"method": "password", "at": time.time() - ago}]
    session["account_authentication_methods_user"] = str(user.pk)
    session.save()


def words(answer) -> str:
    """Return the page's text without tags."""
    assert answer.status_code == 200
    return " ".join(re.sub(r"<[^>]+>", " ", answer.content.decode()).split())


def squeezed(page: str) -> str:
    """Return `page` with each run of white space as one space, and without spaces next to tags."""
    return re.sub(r" ?(<[^<>]*>) ?", r"\1", re.sub(r"\s+", " ", page))
