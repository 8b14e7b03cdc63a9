"""Character F1 of marked passages: the agreement of two raters on the marked characters of a
text."""

from collections import Counter
from collections.abc import Collection, Sequence
from itertools import chain

Places = Collection[int]


def places(passages: Sequence[tuple[int, int]]) -> frozenset[int]:
    """Return the positions of the characters that the passages cover, each position once. A mark of
    missing text, whose start equals its end, covers one character."""
    return frozenset(chain.from_iterable(range(a, max(b, a + 1)) for a, b in passages))


def overlap(first: Sequence[Places], second: Sequence[Places] | None = None) -> tuple[int, int]:
    """Return two sums over pairs of raters: twice the number of characters that both marked, and
    the number that the first marked plus the number that the second marked. A pair has one rater
    from `first` and one from `second` or, without `second`, two raters from `first`.

    The quotient of the two sums is F1 (Dice 1945). Pairs and texts are pooled by adding their sums.
    A character that n raters marked is shared by n (n - 1) / 2 pairs, so no loop over pairs is
    needed.
    """
    counts = Counter(chain.from_iterable(first))
    if second is None:
        return sum(n * (n - 1) for n in counts.values()), (len(first) - 1) * counts.total()
    shared = sum(counts[place] for other in second for place in other)
    return 2 * shared, len(second) * counts.total() + len(first) * sum(map(len, second))
