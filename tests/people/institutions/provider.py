"""An institution as a separate process: django-allauth's OpenID provider with four people.

`python -m tests.people.institutions.provider FOLDER CALLBACK` prints its address and serves until
its input closes. It has its own database file, because it is not part of the tested site.
"""

import sys
from pathlib import Path
from threading import Thread

import django
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import rsa
from django.conf import settings

CLIENT, SECRET = "rateroom", "a secret between the two"
# Name: whether the address is verified, and how they logged in there.
PEOPLE = {"carla": (True, ["pwd"]), "dora": (False, ["pwd"]), "emil": (True, ["pwd", "mfa"])}


def _private_key() -> str:
    key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
    return key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    ).decode()


def configure(folder: Path) -> None:
    database = {"ENGINE": "django.db.backends.sqlite3", "NAME": folder / "provider.sqlite3"}
    settings.configure(
        SECRET_KEY="of the institution alone, for the length of a test",
        ALLOWED_HOSTS=["127.0.0.1"],
        DATABASES={"default": database},
        DEFAULT_AUTO_FIELD="django.db.models.BigAutoField",
        INSTALLED_APPS=[
            "django.contrib.auth",
            "django.contrib.contenttypes",
            "django.contrib.sessions",
            "django.contrib.messages",
            "allauth",
            "allauth.account",
            "allauth.idp.oidc",
        ],
        MIDDLEWARE=[
            "django.contrib.sessions.middleware.SessionMiddleware",
            "django.contrib.auth.middleware.AuthenticationMiddleware",
            "django.contrib.messages.middleware.MessageMiddleware",
            "allauth.account.middleware.AccountMiddleware",
        ],
        ROOT_URLCONF="tests.people.institutions.provider_urls",
        TEMPLATES=[
            {"BACKEND": "django.template.backends.django.DjangoTemplates", "APP_DIRS": True}
        ],
        IDP_OIDC_PRIVATE_KEY=_private_key(),
        IDP_OIDC_ADAPTER="tests.people.institutions.provider_urls.Adapter",
        USE_TZ=True,
    )
    django.setup()


def fill(callback: str) -> None:
    from allauth.account.models import EmailAddress
    from allauth.idp.oidc.models import Client
    from django.contrib.auth.hashers import make_password
    from django.contrib.auth.models import User
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    Client.objects.create(
        id=CLIENT,
        secret=make_password(SECRET, hasher="pbkdf2_sha256"),
        name="Rateroom",
        scopes="openid\nprofile\nemail",
        redirect_uris=callback,
        skip_consent=True,
    )
    for name, (is_verified, _ways) in PEOPLE.items():
        address = f"{name}@uni.example"
        user = User.objects.create(username=name, email=address)
        EmailAddress.objects.create(user=user, email=address, verified=is_verified, primary=True)


def serve() -> None:
    from django.core.servers.basehttp import ThreadedWSGIServer, WSGIRequestHandler
    from django.core.wsgi import get_wsgi_application

    server = ThreadedWSGIServer(("127.0.0.1", 0), WSGIRequestHandler)
    server.set_app(get_wsgi_application())
    Thread(target=server.serve_forever, daemon=True).start()
    sys.stdout.write(f"http://127.0.0.1:{server.server_port}\n")
    sys.stdout.flush()
    sys.stdin.read()


if __name__ == "__main__":
    configure(Path(sys.argv[1]))
    fill(sys.argv[2])
    serve()
