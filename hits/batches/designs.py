"""Designs of a batch's HITs: which outputs each HIT shows, and their order. Designs are balanced,
and can be reproduced from the batch's seed."""

import hashlib
from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations
from math import comb

from django.db.backends.utils import CursorWrapper
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from core.database.sql import SQLValue, load
from core.errors import RateroomError
from hits.models import Batch
from stimuli.models import System
from surveys.base import LETTERS

PUBLISH = "hits/batches/sql/publish.sql"
MOST_SETS = 5000  # sets of systems; with more, not all would be used, so they could not be balanced
PAIR = 2


def by_sets(batch: Batch) -> bool:
    """Return whether HITs are built from sets of systems. HITs with one output, and designs for
    pairs only, have their own SQL statements instead."""
    per_page = batch.rubric_version.spec.outputs.per_page
    return per_page > PAIR or (per_page == PAIR and batch.pairing == Batch.Pairing.BALANCED)


def hits_per_item(batch: Batch, systems: int) -> int:
    """Return the number of HITs per item: one per system, or one per set of systems in the design.
    Raises RateroomError if the design does not fit the rubric's number of outputs per page."""
    per_page = batch.rubric_version.spec.outputs.per_page
    if per_page == 1:
        return systems
    sets = comb(systems, per_page)
    if batch.pairing == Batch.Pairing.REFERENCE:
        sets = comb(systems - 1, per_page - 1) if systems else 0
    _check(batch, per_page, sets)
    if batch.pairing in {Batch.Pairing.RANDOM, Batch.Pairing.BALANCED}:
        return min(batch.pairs_per_item or 0, sets)
    return sets


def _check(batch: Batch, per_page: int, sets: int) -> None:
    if batch.pairing == Batch.Pairing.RANDOM and per_page > PAIR:
        raise RateroomError(
            _("This rubric shows %(number)s outputs per page, but pairs need two.")
            % {"number": per_page},
            where=capfirst(_("outputs shown together")),
            remedy=_("Choose “%(choice)s” instead.") % {"choice": Batch.Pairing.BALANCED.label},
        )
    if by_sets(batch) and sets > MOST_SETS:
        raise RateroomError(
            _(
                "With %(size)s systems per page, there are %(sets)s combinations. The maximum "
                "is %(most)s combinations. Choose fewer systems."
            )
            % {"sets": f"{sets:,}", "size": per_page, "most": f"{MOST_SETS:,}"},
            where=capfirst(_("outputs shown together")),
        )


@lru_cache(maxsize=32)
def balanced_sets(systems: int, size: int) -> tuple[tuple[int, ...], ...]:
    """Return all sets of `size` systems out of `systems`, which are numbered from 0. However many
    sets are used from the start of the list, systems and pairs are used about equally often.

    The next set is always the one whose systems have been used least. If several sets are equal,
    the set whose pairs have been used least comes next, and then the first in numerical order. The
    sets are used in cycles, so the uses of any two sets differ by at most one. For up to twelve
    systems, the uses of systems differ by at most two. The uses of pairs differ by at most seven
    (four for pages of up to four outputs). After all sets, all uses are equal.
    """
    import numpy as np  # imported here because it is large, and most web workers do not need it

    sets = np.array(list(combinations(range(systems), size)), dtype=np.intp)
    member = np.zeros((len(sets), systems))
    np.put_along_axis(member, sets, 1.0, axis=1)
    uses = np.zeros((2, len(sets)))  # how often the systems and the pairs of each set were used
    uses_weight = np.array([float(systems * len(sets)), 1.0])
    order = []
    for _turn in range(len(sets)):
        best = int((uses_weight @ uses).argmin())
        order.append(tuple(sets[best].tolist()))
        shared = member @ member[best]
        uses += np.stack([shared, shared * (shared - 1) / 2])
        uses[0, best] = np.inf
    return tuple(order)


def order_rows(size: int) -> list[str]:
    """Return orders of `size` outputs as rows of letters, for example `abdc`. The rows form one
    Latin square, or two for odd sizes.

    If the rows are used in turn, the numbers of times that an output is in each position never
    differ by more than one. After all rows, each output also directly follows each other output
    equally often (Williams 1949).
    """
    zigzag = [(step + 1) // 2 if step % 2 else -step // 2 for step in range(size)]
    rows = [[(turn + place) % size for place in zigzag] for turn in range(size)]
    if size % 2 and size > 1:
        rows += [row[::-1] for row in rows]
    return ["".join(LETTERS[number] for number in row) for row in rows]


def system_sets(batch: Batch, systems: Sequence[System]) -> list[list[int]]:
    """Return the sets of systems that HITs show together, in the order of use. A set is a list of
    system ids."""
    size = batch.rubric_version.spec.outputs.per_page

    def drawn(system: System) -> tuple[bytes, str]:
        seeded = f"{batch.seed}:system:{system.name}"
        return hashlib.sha256(seeded.encode()).digest(), system.name

    ordered = sorted(systems, key=drawn)
    if batch.pairing == Batch.Pairing.BALANCED:
        numbers = balanced_sets(len(ordered), size)
        return [[ordered[number].pk for number in members] for members in numbers]
    ids = [system.pk for system in ordered]
    sets = [list(members) for members in combinations(ids, size)]
    if batch.pairing == Batch.Pairing.REFERENCE:
        return [members for members in sets if batch.pairing_reference_id in members]
    return sets


def stage_sets(cursor: CursorWrapper, batch: Batch) -> None:
    """Store the numbered sets of systems in a temporary table, for the SQL statement `sets`."""
    sets = system_sets(batch, list(batch.systems.all()))
    cursor.execute("drop table if exists system_sets")
    cursor.execute("create temporary table system_sets (number int, systems bigint[])")
    cursor.execute(
        load(PUBLISH, "stage_sets"),
        {"sets": ["{" + ",".join(map(str, members)) + "}" for members in sets]},
    )
    cursor.execute("analyze system_sets")


def set_values(batch: Batch) -> dict[str, SQLValue]:
    """Return the additional parameters of the SQL statements `sets` and `shown_in_sets`."""
    chosen = batch.pairs_per_item if batch.pairing == Batch.Pairing.BALANCED else None
    per_page = batch.rubric_version.spec.outputs.per_page
    return {"per_item": chosen, "per_page": per_page, "orders": order_rows(per_page)}
