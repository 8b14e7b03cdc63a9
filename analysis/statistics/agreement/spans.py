"""Character F1 of marked passages: how much two raters mark the same characters of a text."""

from collections import Counter
from collections.abc import Collection, Sequence
from itertools import chain

Places = Collection[int]


def places(passages: Sequence[tuple[int, int]]) -> frozenset[int]:
    """Return the characters that passages cover, each once. A mark of missing text, whose start is
    its end, covers one."""
    return frozenset(chain.from_iterable(range(a, max(b, a + 1)) for a, b in passages))


def overlap(first: Sequence[Places], second: Sequence[Places] | None = None) -> tuple[int, int]:
    """Return two sums over pairs of raters: twice the characters that both marked, and those that
    each marked. Pairs are of `first` with `second` or, without `second`, within `first`.

    The quotient of the two is F1 (Dice 1945); pairs and texts are pooled by adding both up. A
    character that n raters marked is shared by n (n - 1) / 2 pairs, so there is no loop over pairs.
    """
    counts = Counter(chain.from_iterable(first))
    if second is None:
        return sum(n * (n - 1) for n in counts.values()), (len(first) - 1) * counts.total()
    shared = sum(counts[place] for other in second for place in other)
    return 2 * shared, len(second) * counts.total() + len(first) * sum(map(len, second))
