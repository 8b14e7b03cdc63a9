"""Assignment ids in URLs. A permutation with a secret key hides the ids, so that annotators cannot
infer in which order HITs were created, or which HITs are checks.

The permutation is a Feistel network over 64 bits. Luby and Rackoff (1988) show that four rounds
with random round functions give a permutation that cannot be distinguished from a random one. We
use six rounds, with keyed BLAKE2b as the round function. URLs that were created with an earlier key
still work: ids are far below 2^64, so only the right key gives an id whose high bits are zero. For
the same reason, nearly every invented URL is rejected without a database query.
"""

import base64
import binascii
import hashlib
from collections.abc import Iterable

from people.keys import derived_keys

PURPOSE = "address of an assignment"
LONGEST_ID = 48  # bits of an id
HALF = 32
MASK = 2**HALF - 1
ROUNDS = 6
LENGTH = 13  # characters of 5 bits each, for 64 bits


class AssignmentConverter:
    """The converter for `<assignment:pk>` in a route. Views and `reverse()` use the original
    ids."""

    regex = f"[a-z2-7]{{{LENGTH}}}"

    def to_python(self, value: str) -> int:
        return assignment_id(value)

    def to_url(self, value: int) -> str:
        return assignment_address(int(value))


def assignment_address(pk: int) -> str:
    """Return the assignment id as it appears in URLs. Raises ValueError if `pk` is out of range."""
    if not 0 < pk < 1 << LONGEST_ID:
        raise ValueError(pk)
    hidden = _permuted(pk, derived_keys(PURPOSE)[0], range(ROUNDS))
    return base64.b32encode(hidden.to_bytes(8, "big")).decode().rstrip("=").lower()


def assignment_id(address: str) -> int:
    """Return the assignment id that `address` stands for. `address` can be created with the site's
    current key or an earlier key. Raises ValueError if it is invalid."""
    try:
        whole = base64.b32decode(f"{address.upper()}===")
    except binascii.Error as error:
        raise ValueError(address) from error
    # Thirteen characters hold one bit too many. Refuse it, so that each assignment has one address.
    if base64.b32encode(whole).decode().rstrip("=").lower() != address:
        raise ValueError(address)
    for key in derived_keys(PURPOSE):
        pk = _restored(int.from_bytes(whole, "big"), key)
        if 0 < pk < 1 << LONGEST_ID:
            return pk
    raise ValueError(address)


def _permuted(number: int, key: bytes, rounds: Iterable[int]) -> int:
    high, low = number >> HALF, number & MASK
    for round_number in rounds:
        high, low = low, high ^ _scrambled(low, round_number, key)
    return low << HALF | high


def _restored(number: int, key: bytes) -> int:
    """Reverse the permutation by running its rounds in reverse order. This works because the two
    halves are swapped after the last round."""
    return _permuted(number, key, reversed(range(ROUNDS)))


def _scrambled(half: int, round_number: int, key: bytes) -> int:
    message = bytes([round_number]) + half.to_bytes(HALF // 8, "big")
    return int.from_bytes(hashlib.blake2b(message, digest_size=HALF // 8, key=key).digest(), "big")
