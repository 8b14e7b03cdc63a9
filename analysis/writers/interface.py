"""The declaration of a file format, and the ratings that the format's writer gets."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cached_property
from typing import IO, TYPE_CHECKING

from django.db.models import Prefetch, Q
from django.utils.functional import Promise

from analysis.data.facts import Facts
from hits.models import Batch
from stimuli.models import Item, Output
from surveys.conversations.turns import Turn, stored_turns

if TYPE_CHECKING:
    from analysis.data.frame import Frame

AT_ONCE = 500  # items
Rating = tuple[str, str, str, str, str, float]  # criterion, item, system, other, rater, value


@dataclass(frozen=True)
class Study:
    """A batch with people's counted ratings, which are read once, at the time `at`."""

    batch: Batch
    at: datetime

    @classmethod
    def of(cls, batch: Batch) -> "Study":
        return cls(batch, datetime.now(UTC))

    @cached_property
    def frame(self) -> "Frame":
        from analysis.data.ratings import batch_frame  # imported here because it loads NumPy

        return batch_frame(self.batch, judges=False)

    @property
    def rubric(self) -> str:
        """Return the SHA-256 hash of the rubric."""
        return self.batch.rubric_version.sha256

    @cached_property
    def people(self) -> int:
        return len(self.frame.rater.names)

    @cached_property
    def scored(self) -> dict[str, Facts]:
        """Return by key the criteria that have a better end, and those that are preferences."""
        facts = self.frame.facts.values()
        return {each.key: each for each in facts if each.preference or _has_ends(each)}

    def ratings(self) -> Iterator[Rating]:
        """Yield each rating of an output on a criterion in `scored`."""
        frame = self.frame
        labels = (frame.criterion, frame.item, frame.system, frame.other, frame.rater)
        rows = zip(*(each.texts() for each in labels), frame.value.tolist(), strict=True)
        for criterion, item, system, other, rater, value in rows:
            if system and criterion in self.scored:
                yield criterion, item, system, other, rater, value

    def scores(self) -> dict[tuple[str, str, str], list[float]]:
        """Return people's values by criterion, item and system. For a preference, the preferred
        output gets 1 and the other 0; in a tie, each gets a half."""
        values: dict[tuple[str, str, str], list[float]] = {}
        for criterion, item, system, other, _rater, value in self.ratings():
            if other:
                share = {0: 0.5, 1: 1.0, 2: 0.0}[int(value)]
                values.setdefault((criterion, item, system), []).append(share)
                values.setdefault((criterion, item, other), []).append(1 - share)
            else:
                values.setdefault((criterion, item, system), []).append(value)
        return values

    def items(self) -> Iterator[Item]:
        """Yield the items that people rated, each with the outputs of the compared systems."""
        outputs = Output.objects.filter(system__in=self.batch.systems.all()).order_by("pk")
        of_systems = Prefetch("outputs", outputs.select_related("system"))
        rated = Q(hits__batch=self.batch, external_id__in=self.frame.item.names)
        items = Item.objects.filter(rated).order_by("pk").distinct().prefetch_related(of_systems)
        yield from items.iterator(chunk_size=AT_ONCE)

    def prompt(self, item: Item) -> str:
        """Return the item's texts that people saw, in the order in which the rubric shows them."""
        fields = [need.name for need in self.batch.rubric_version.spec.fields()]
        texts = [item.fields.get(name) for name in fields]
        return "\n\n".join(text for text in texts if isinstance(text, str) and text)


@dataclass(frozen=True)
class Tool:
    """A file format: its name in URLs, its label, the extension and type of its file, and its
    writer. With `has_means`, the file shows how good systems are, so it is hidden until the batch
    closes."""

    name: str
    label: str | Promise
    ending: str
    content_type: str
    write: Callable[[Study, IO[bytes]], None]
    has_means: bool = False


def turns_of(output: Output) -> tuple[Turn, ...]:
    """Return the turns of a conversation, or an empty tuple for any other output."""
    return stored_turns(output.text) if output.kind == Output.Kind.CONVERSATION else ()


def _has_ends(facts: Facts) -> bool:
    return facts.best != "none" and not (facts.ranking or facts.sets or facts.turns)
