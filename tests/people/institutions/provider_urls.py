"""URLs of the test institution: the OpenID provider's, and a login without a password."""

from allauth.idp.oidc.adapter import DefaultOIDCAdapter
from django.contrib.auth import login
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.urls import include, path

from tests.people.institutions.provider import PEOPLE


class Adapter(DefaultOIDCAdapter):
    """An adapter that adds the way of logging in to the ID token, as institutions do."""

    def populate_id_token(self, id_token: dict, *_what, **_more) -> None:
        user = User.objects.get(pk=id_token["sub"])
        id_token["amr"] = PEOPLE[user.username][1]


def log_in_as(request: HttpRequest, name: str) -> HttpResponse:
    user = User.objects.get(username=name)
    login(request, user, backend="django.contrib.auth.backends.ModelBackend")
    return HttpResponse(name)


urlpatterns = [
    path("as/<str:name>/", log_in_as),
    path("", include("allauth.idp.urls")),
    path("accounts/", include("allauth.account.urls")),
]
