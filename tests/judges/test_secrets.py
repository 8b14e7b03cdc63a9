"""Tests of stored API keys: encrypted with the site's secret key, and readable if a former key is
named."""

import pytest

from core.errors import RateroomError
from judges.secrets import decrypted, encrypted


def test_a_key_is_sealed_and_read_again():
    sealed = encrypted("sk-secret")
    assert b"sk-secret" not in sealed
    assert decrypted(sealed) == "sk-secret"
    assert (encrypted(""), decrypted(b"")) == (b"", "")


def test_a_former_secret_key_still_opens_what_it_sealed(settings):
    sealed = encrypted("sk-secret")
    former, settings.SECRET_KEY = settings.SECRET_KEY, "a new key of this test " * 3
    with pytest.raises(RateroomError, match="SECRET_KEY has changed"):
        decrypted(sealed)
    settings.SECRET_KEY_FALLBACKS = [former]
    assert decrypted(sealed) == "sk-secret"
