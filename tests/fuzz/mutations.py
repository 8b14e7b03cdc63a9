"""Randomly damaged files and texts. The same random seed always produces the same ones."""

import random
import signal
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from core.errors import DocumentError

PATIENCE = 60  # seconds for one input, on a busy machine; what takes longer hangs
PIECES = (
    *(b"", b"\0", b"\xff", b"\xfe\xff", b"\xef\xbb\xbf", b"\xc3\x28", b"\xed\xa0\x80", b"\r", b"\n\n"),
    *(b'"', b"'", b",", b";", b"\t", b"{", b"}", b"[" * 200, b"]", b":", b"- ", b"#", b"&a ", b"*a"),
    *(b"!!python/object:os.system ", b"<<: *a", b"? ", b"| ", b"> ", b"%YAML 1.3", b"---\n", b"...\n"),
    *(b"null", b"true", b"NaN", b"-1", b"0", b"1e999", b"9" * 40, b"0x10", b"3.5", b"1_000", b"\xd9\xa3"),
    *(b"=cmd()", b"<script>", b"{{ x }}", b"%s", b"../../x", b"/etc/passwd", b"http://[", b"a" * 5000),
    *("\u202e\u2028\ufeff".encode(), "é".encode("latin-1"), "\U0001f600".encode(), b"\x1b[31m"),
)  # fmt: skip


def mutated(chance: random.Random, seeds: Sequence[bytes]) -> bytes:
    """Return one of the seeds after one to six random changes, such as inserted or deleted
    bytes."""
    data = bytearray(chance.choice(seeds))
    for _change in range(chance.randint(1, 6)):
        start = chance.randint(0, len(data))
        end = min(len(data), start + chance.choice((1, 1, 4, 30, 400)))
        kind = chance.randrange(7)
        if kind == 0:
            data[start:start] = chance.choice(PIECES)
        elif kind == 1:
            data[start:end] = chance.choice(PIECES)
        elif kind == 2:
            del data[start:end]
        elif kind == 3:
            data[start:start] = data[start:end] * chance.choice((1, 2, 20))
        elif kind == 4 and start < end:
            data[start] = chance.choice((0, 1, 127, 128, 255, chance.randrange(256)))
        elif kind == 5:
            other = chance.choice(seeds)
            place = chance.randint(0, len(other))
            data[start:end] = other[place : place + 200]
        elif kind == 6:
            del data[start:]
    return bytes(data)


def mutants(seed: int, seeds: Sequence[bytes], number: int) -> Iterator[bytes]:
    chance = random.Random(seed)
    for _turn in range(number):
        yield mutated(chance, seeds)


@contextmanager
def in_bounded_time() -> Iterator[None]:
    """Raise TimeoutError if the block takes more than PATIENCE seconds."""

    def stop(*_args):
        raise TimeoutError(f"still busy after {PATIENCE} s")

    before = signal.signal(signal.SIGALRM, stop)
    signal.alarm(PATIENCE)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def refuse_without_a_problem(error: DocumentError) -> None:
    """Check that the error describes at least one problem and that no description is empty."""
    assert error.problems
    assert all(problem.what for problem in error.problems)
