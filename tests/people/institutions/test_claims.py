"""Tests of an institution's claims: who can log in with them, and which settings are invalid."""

import pytest

from annotation.accounts.institutions import oidc_apps
from people.institutions.checks import institutions_are_whole
from people.institutions.claims import (
    LoginRefused,
    check_allowed,
    joined,
    used_second_factor,
    verified_email,
)

TOKEN = {"sub": "7", "nonce": "n", "email": "Ada@Uni.Example", "email_verified": True}
ANYBODY = {"domains": [], "claims": [], "second_factor": []}


def test_the_tokens_claims_win_over_the_user_infos():
    answer = {"id_token": TOKEN, "userinfo": {"sub": "7", "email": "x@y.example", "name": "Ada"}}
    assert joined(answer, nonce="n") == TOKEN | {"name": "Ada"}


@pytest.mark.parametrize(
    ("answer", "nonce"),
    [
        ({"id_token": TOKEN}, "another"),
        ({"id_token": TOKEN}, ""),
        ({"id_token": {"sub": "7"}}, "n"),
        ({"id_token": {"sub": "7", "nonce": ""}}, ""),
        ({"userinfo": TOKEN}, "n"),
        ({"id_token": "text"}, "n"),
        ({"id_token": TOKEN, "userinfo": {"sub": "8"}}, "n"),
    ],
)
def test_an_answer_to_another_login_or_of_two_people_is_none(answer, nonce):
    with pytest.raises(LoginRefused):
        joined(answer, nonce=nonce)


@pytest.mark.parametrize(
    ("verified", "address"),
    [(True, "Ada@Uni.Example"), (False, ""), ("true", ""), (1, ""), (None, "")],
)
def test_an_address_counts_where_it_is_said_to_be_verified(verified, address):
    assert verified_email(TOKEN | {"email_verified": verified}) == address


@pytest.mark.parametrize(
    ("settings", "claims", "allowed"),
    [
        (ANYBODY, {}, True),
        ({"domains": ["uni.example"]}, TOKEN, True),
        ({"domains": ["example"]}, TOKEN, False),
        ({"domains": ["uni.example"]}, TOKEN | {"email_verified": False}, False),
        ({"claims": ["role=staff"]}, {"role": "staff"}, True),
        ({"claims": ["role=staff", "role=phd"]}, {"role": ["guest", "phd"]}, True),
        ({"claims": ["role=staff"]}, {"role": "staffless"}, False),
        ({"claims": ["role=staff"]}, {}, False),
    ],
)
def test_domains_and_claims_let_in_whom_they_name(settings, claims, allowed):
    if allowed:
        check_allowed(claims, ANYBODY | settings)
    else:
        with pytest.raises(LoginRefused):
            check_allowed(claims, ANYBODY | settings)


def test_a_second_factor_counts_in_the_words_that_the_settings_name():
    accepted = ANYBODY | {"second_factor": ["mfa", "https://refeds.org/profile/mfa"]}
    refeds = {"acr": "https://refeds.org/profile/mfa"}
    for claims in ({"amr": ["pwd", "mfa"]}, refeds):
        assert (used_second_factor(claims, accepted), used_second_factor(claims, ANYBODY)) == (
            True,
            False,
        )
    assert not used_second_factor({"amr": ["pwd"]}, accepted)


def test_institutions_are_read_from_the_environment(monkeypatch, tmp_path, settings):
    secret = tmp_path / "secret"
    secret.write_text("from the file\n")
    values = {
        "OIDC_PROVIDERS": "uni-a, lab",
        "OIDC_UNI_A_ISSUER": "https://login.uni.example/",
        "OIDC_UNI_A_CLIENT_ID": "rateroom",
        "OIDC_UNI_A_CLIENT_SECRET_FILE": str(secret),
        "OIDC_UNI_A_LABEL": "University A",
        "OIDC_UNI_A_DOMAINS": "Uni.Example",
        "OIDC_LAB_ISSUER": "http://login.lab.example",
    }
    for name, value in values.items():
        monkeypatch.setenv(name, value)
    university, lab = oidc_apps()
    assert university["secret"] == "from the file"
    assert (university["provider_id"], university["name"]) == ("uni-a", "University A")
    assert university["settings"]["domains"] == ["uni.example"]
    assert (lab["name"], lab["settings"]["oauth_pkce_enabled"]) == ("lab", True)
    settings.SOCIALACCOUNT_PROVIDERS = {"openid_connect": {"APPS": [university, lab]}}
    assert [problem.hint for problem in institutions_are_whole()] == [
        "Set OIDC_LAB_ISSUER to a URL that begins with https://.",
        "Set OIDC_LAB_CLIENT_ID to the institution's client id.",
        "Set OIDC_LAB_CLIENT_SECRET_FILE to a file with the secret.",
    ]
