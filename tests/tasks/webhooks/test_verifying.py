"""Tests of the client's webhook verification with requests that this site sends."""

import json
import re
import threading
from http.server import HTTPServer
from pathlib import Path
from types import SimpleNamespace

import httpx2
import pytest

from tasks.webhooks.signing import new_secret, signed_headers

ROOT = Path(__file__).parents[3]
BODY = json.dumps({"type": "batch.done", "version": 1, "data": {"name": "Käfer"}}).encode()
NOW = 1_790_000_000


@pytest.fixture
def client(monkeypatch):
    """The client's webhook module, with a clock that always shows NOW."""
    monkeypatch.syspath_prepend(str(ROOT / "client"))
    from rateroom_client import webhooks

    monkeypatch.setattr(webhooks, "time", SimpleNamespace(time=lambda: NOW))
    return webhooks


@pytest.mark.parametrize("seconds", [-299, 0, 299])
def test_what_is_sent_is_genuine(client, seconds):
    secret = new_secret()
    headers = signed_headers([secret], "msg_1", NOW + seconds, BODY)
    assert client.verify(BODY, headers, secret) == json.loads(BODY)


def test_either_of_two_secrets_will_do_after_a_rotation(client):
    former, newer = new_secret(), new_secret()
    headers = signed_headers([newer, former], "msg_1", NOW, BODY)
    for secret in (former, newer, [new_secret(), former]):
        assert client.verify(BODY, headers, secret)["type"] == "batch.done"


@pytest.mark.attack("forging a signed delivery")
@pytest.mark.parametrize(
    "change",
    [
        {"body": BODY + b" "},
        {"webhook-id": "msg_2"},
        {"webhook-id": ""},
        {"webhook-timestamp": str(NOW + 1)},
        {"webhook-timestamp": str(NOW - 301)},
        {"webhook-timestamp": str(NOW + 301)},
        {"webhook-timestamp": ""},
        {"webhook-timestamp": "٣"},
        {"webhook-signature": ""},
        {"webhook-signature": "v1,"},
        {"webhook-signature": "ü"},
    ],
)
def test_what_is_forged_or_old_is_refused(client, change):
    secret, body = new_secret(), change.get("body", BODY)
    at = change.get("webhook-timestamp", "")
    old = int(at) if at.isascii() and at.isdigit() and abs(int(at) - NOW) > 300 else NOW
    headers = signed_headers([secret], "msg_1", old, BODY) | change
    with pytest.raises(client.NotGenuine):
        client.verify(body, headers, secret)


def test_another_secret_does_not_verify(client):
    headers = signed_headers([new_secret()], "msg_1", NOW, BODY)
    with pytest.raises(client.NotGenuine):
        client.verify(BODY, headers, new_secret())


@pytest.mark.usefixtures("client")
def test_the_receiver_of_the_documentation_works(monkeypatch, capsys):
    secret = new_secret()
    monkeypatch.setenv("WEBHOOK_SECRET", secret)
    page = (ROOT / "docs/webhooks.md").read_text(encoding="utf-8")
    (code,) = re.findall(r"^```python\n(.*?)^```$", page, re.DOTALL | re.MULTILINE)
    names: dict = {}
    exec(compile(code, "docs/webhooks.md", "exec"), names)  # noqa: S102 - our own page
    names["Hook"].log_message = lambda *_args: None
    server = HTTPServer(("127.0.0.1", 0), names["Hook"])
    threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
    url = f"http://127.0.0.1:{server.server_address[1]}/"
    headers = signed_headers([secret], "msg_1", NOW, BODY)
    statuses = [
        httpx2.post(url, content=body, headers=headers).status_code for body in (BODY, b"{}")
    ]
    server.shutdown()
    server.server_close()
    assert statuses == [204, 401]
    assert capsys.readouterr().out == "msg_1 batch.done {'name': 'Käfer'}\n"
