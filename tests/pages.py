"""Pages as tests ask for them and compare them: a template's indentation is no part of what it
says."""

import re
import time

from django.test import Client


def signed_in(user) -> Client:
    """A client in which the person is logged in."""
    client = Client()
    log_in(client, user)
    return client


def log_in(client: Client, user, *, ago: float = 0) -> None:
    """As with the password, `ago` seconds before now."""
    client.force_login(user)
    session = client.session
    session["account_authentication_methods"] = [{"method": "password", "at": time.time() - ago}]
    session["account_authentication_methods_user"] = str(user.pk)
    session.save()


def words(answer) -> str:
    """What the page says, without its tags."""
    assert answer.status_code == 200
    return " ".join(re.sub(r"<[^>]+>", " ", answer.content.decode()).split())


def squeezed(page: str) -> str:
    """`page` with white space as one space, and with none beside a tag."""
    return re.sub(r" ?(<[^<>]*>) ?", r"\1", re.sub(r"\s+", " ", page))
