"""Pseudonyms that are the same in all batches of a project.

A pseudonym is the HMAC-SHA256 of the account's number, with a random key of the project that never
leaves the server. People with an export cannot trace a pseudonym to an account, or find out whether
people of two projects are the same. People who can read the server's database could, but they can
read the answers too.
"""

from hits.models import PseudonymKey

BLOCK = 64  # block size of SHA-256 in bytes
INNER, OUTER = 0x36, 0x5C  # RFC 2104


def padded_keys(project_id: int) -> tuple[bytes, bytes]:
    """Return the project's key as inner and outer block of HMAC; create the key on first use."""
    key, _created = PseudonymKey.objects.get_or_create(project_id=project_id)
    padded = bytes(key.secret).ljust(BLOCK, b"\0")
    return bytes(byte ^ INNER for byte in padded), bytes(byte ^ OUTER for byte in padded)
