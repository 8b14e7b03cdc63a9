"""Checks, training, declared rules and qualifications. Written by `make client`."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import IO, Any

from rateroom_client.operations.asking import Asking, Row, given


class Checks(Asking):
    """Checks, training, declared rules and qualifications."""

    def read_checks(self, batch: int) -> Row:
        """The batch's checks."""
        return self._read(f"batches/{batch}/checks")

    def change_checks(self, batch: int, *, key: str = "", **terms: Any) -> Row:
        """Change the shares of a draft."""
        return self._sent("PATCH", f"batches/{batch}/checks", terms, key=key)

    def upload_gold(self, batch: int, table: Path, *, key: str = "") -> Row:
        """Take a table as all the gold of a draft."""
        return self._uploaded(f"batches/{batch}/checks/gold", {"table": table}, key=key)

    def retire_gold(self, batch: int, gold: int, *, reason: str, key: str = "") -> Row:
        """Hand it out no more; what rules did because of it is undone. A repeat changes
        nothing. Needs the scope `money`."""
        return self._sent(
            "POST", f"batches/{batch}/checks/gold/{gold}/retire", {"reason": reason}, key=key
        )

    def make_degraded_gold(
        self, batch: int, *, system: str, way: str, criterion: str, number: int, key: str = ""
    ) -> Row:
        """Make worse copies of outputs of a draft, as gold."""
        return self._sent(
            "POST",
            f"batches/{batch}/checks/gold/copies",
            {"system": system, "way": way, "criterion": criterion, "number": number},
            key=key,
        )

    def list_declared_rules(self, batch: int) -> Row:
        """What the batch declares."""
        return self._read(f"batches/{batch}/rules")

    def declare_rule(
        self, batch: int, *, rule: str, number: int, effect: str, key: str = ""
    ) -> Row:
        """Declare a rule on a draft. A repeat changes nothing."""
        return self._sent(
            "POST",
            f"batches/{batch}/rules",
            {"rule": rule, "number": number, "effect": effect},
            key=key,
        )

    def withdraw_rule(self, batch: int, declared: int, *, key: str = "") -> Row:
        """Take a declared rule away from a draft."""
        return self._sent("DELETE", f"batches/{batch}/rules/{declared}", key=key)

    def apply_declared_rule(
        self,
        batch: int,
        declared: int,
        *,
        reason: str | None = None,
        key: str = "",
        wait: bool = True,
    ) -> Row:
        """Leave out, or reject, what breaks it now; by a worker in a batch of more than 5,000
        answers, and where a rejection would be long. Needs the scope `money`. Returns the task
        where a worker does it, with `wait` once it is done; else the answer itself."""
        return self._sent(
            "POST",
            f"batches/{batch}/rules/{declared}/apply",
            given(reason=reason),
            key=key,
            wait=wait,
        )

    def read_training(self, batch: int) -> Row:
        """The batch's training and test."""
        return self._read(f"batches/{batch}/training")

    def change_training(self, batch: int, *, key: str = "", **terms: Any) -> Row:
        """Change the terms of a draft."""
        return self._sent("PATCH", f"batches/{batch}/training", terms, key=key)

    def export_training_answers(self, batch: int, file: IO[bytes]) -> int:
        """All answers of training and tests as CSV: a row for each question of each HIT."""
        return self._downloaded(f"batches/{batch}/training/answers", file)

    def list_training_hits(self, batch: int, *, after: int | None = None) -> Row:
        """The HITs of training and test, with how people answered them."""
        return self._read(f"batches/{batch}/training/hits", after=after)

    def list_trainees(self, batch: int) -> Iterator[Row]:
        """How far each person of the batch came, the latest first."""
        return self._pages(f"batches/{batch}/training/people")

    def decide_trainee(self, batch: int, part: int, *, act: str, reason: str, key: str = "") -> Row:
        """Grant one person what the batch's test gives, or revoke it. A repeat changes
        nothing."""
        return self._sent(
            "POST",
            f"batches/{batch}/training/people/{part}",
            {"act": act, "reason": reason},
            key=key,
        )

    def upload_training(self, batch: int, table: Path, *, key: str = "") -> Row:
        """Take a table as all HITs of a draft's training and test."""
        return self._uploaded(f"batches/{batch}/training/table", {"table": table}, key=key)

    def list_qualifications(self, project: int) -> Iterator[Row]:
        """The project's qualifications."""
        return self._pages(f"projects/{project}/qualifications")

    def make_qualification(self, project: int, *, name: str, key: str = "") -> Row:
        """Make one, or get the one of this name."""
        return self._sent("POST", f"projects/{project}/qualifications", {"name": name}, key=key)

    def read_qualification(self, qualification: int) -> Row:
        """One qualification."""
        return self._read(f"qualifications/{qualification}")

    def grant_qualification(
        self,
        qualification: int,
        *,
        people: Sequence[str],
        reason: str,
        expires: str | None = None,
        key: str = "",
    ) -> Row:
        """Qualify people by hand; `changed`: of how many it was not so before, or not as
        long."""
        return self._sent(
            "POST",
            f"qualifications/{qualification}/grant",
            {"people": people, "reason": reason, **given(expires=expires)},
            key=key,
        )

    def list_qualified_people(self, qualification: int) -> Iterator[Row]:
        """Who has or had it, the latest first."""
        return self._pages(f"qualifications/{qualification}/people")

    def revoke_qualification(
        self, qualification: int, *, people: Sequence[str], reason: str, key: str = ""
    ) -> Row:
        """Take it from people: they are handed out nothing more that asks for it."""
        return self._sent(
            "POST",
            f"qualifications/{qualification}/revoke",
            {"people": people, "reason": reason},
            key=key,
        )

    def grant_qualification_by_table(
        self, qualification: int, table: Path, *, key: str = ""
    ) -> Row:
        """Qualify the people of a table: all of them, or none where a row is wrong."""
        return self._uploaded(f"qualifications/{qualification}/table", {"table": table}, key=key)
