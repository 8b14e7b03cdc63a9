"""Answers, decisions, and what is made of them. Written by `make client`."""

from collections.abc import Iterator, Mapping, Sequence
from typing import IO, Any

from rateroom_client.operations.asking import Asking, Row, given


class Results(Asking):
    """Answers, decisions, and what is made of them."""

    def read_answer(self, assignment: int) -> Row:
        """One answered assignment."""
        return self._read(f"assignments/{assignment}")

    def pay_bonus(self, assignment: int, *, amount: str, reason: str, key: str = "") -> Row:
        """Pay the annotator of an answer something more, from the project's balance. Needs the
        scope `money`."""
        return self._sent(
            "POST", f"assignments/{assignment}/bonus", {"amount": amount, "reason": reason}, key=key
        )

    def export_adjudicated(self, batch: int, file: IO[bytes]) -> int:
        """The adjudicators' answers, as CSV."""
        return self._downloaded(f"batches/{batch}/adjudicated", file)

    def read_adjudication(self, batch: int, *, after: int | None = None) -> Row:
        """The rule, and HITs that it finds."""
        return self._read(f"batches/{batch}/adjudication", after=after)

    def state_adjudication(self, batch: int, *, key: str = "", **terms: Any) -> Row:
        """State the rule, or state it anew."""
        return self._sent("PUT", f"batches/{batch}/adjudication", terms, key=key)

    def read_hit_to_adjudicate(self, batch: int, hit: int) -> Row:
        """One HIT, as its adjudicator sees it."""
        return self._read(f"batches/{batch}/adjudication/{hit}")

    def adjudicate_hit(
        self,
        batch: int,
        hit: int,
        *,
        answers: Mapping[str, Any],
        confirmed: Sequence[str] | None = None,
        key: str = "",
    ) -> Row:
        """Decide on it; a decision before this one stays as history. No annotator's answer
        changes, and nobody is paid."""
        return self._sent(
            "POST",
            f"batches/{batch}/adjudication/{hit}",
            {"answers": answers, **given(confirmed=confirmed)},
            key=key,
        )

    def list_assignments(self, batch: int, *, state: str | None = None) -> Iterator[Row]:
        """Its assignments in every state, history among them."""
        return self._pages(f"batches/{batch}/assignments", state=state)

    def decide_answers(
        self,
        batch: int,
        *,
        act: str,
        assignments: Sequence[int],
        reason: str | None = None,
        category: str | None = None,
        evidence: str | None = None,
        key: str = "",
    ) -> Row:
        """Approve and pay, reject, or leave out of the figures. A repeat passes over all. Needs
        the scope `money`."""
        return self._sent(
            "POST",
            f"batches/{batch}/decisions",
            {
                "act": act,
                "assignments": assignments,
                **given(reason=reason, category=category, evidence=evidence),
            },
            key=key,
        )

    def read_dictionary(self, batch: int, file: IO[bytes]) -> int:
        """What the columns of the batch's exports mean, as CSV."""
        return self._downloaded(f"batches/{batch}/dictionary", file)

    def list_exclusions(self, batch: int) -> Row:
        """What is left out of the figures, by rule."""
        return self._read(f"batches/{batch}/exclusions")

    def apply_rule(
        self,
        batch: int,
        *,
        rule: str,
        number: int,
        reason: str | None = None,
        preview: bool | None = None,
        key: str = "",
        wait: bool = True,
    ) -> Row:
        """Leave out what breaks a rule now, or say how many that would be. In a batch of more
        than 5,000 answers a worker leaves them out. Returns the task where a worker does it,
        with `wait` once it is done; else the answer itself."""
        return self._sent(
            "POST",
            f"batches/{batch}/exclusions",
            {"rule": rule, "number": number, **given(reason=reason, preview=preview)},
            key=key,
            wait=wait,
        )

    def take_back_exclusions(
        self,
        batch: int,
        *,
        rule: str,
        assignments: Sequence[int] | None = None,
        key: str = "",
        wait: bool = True,
    ) -> Row:
        """Let what a rule left out count again; in a batch of more than 5,000 answers by a
        worker, unless `assignments` are named. Returns the task where a worker does it, with
        `wait` once it is done; else the answer itself."""
        return self._sent(
            "POST",
            f"batches/{batch}/exclusions/take-back",
            {"rule": rule, **given(assignments=assignments)},
            key=key,
            wait=wait,
        )

    def overturn_rejections(
        self, batch: int, *, assignments: Sequence[int], reason: str | None = None, key: str = ""
    ) -> Row:
        """Approve and pay what was rejected. Needs the scope `money`."""
        return self._sent(
            "POST",
            f"batches/{batch}/overturns",
            {"assignments": assignments, **given(reason=reason)},
            key=key,
        )

    def list_reports(self, batch: int) -> Iterator[Row]:
        """The batch's reports."""
        return self._pages(f"batches/{batch}/reports")

    def read_report(self, batch: int, report: int) -> Row:
        """One report, and how far it is."""
        return self._read(f"batches/{batch}/reports/{report}")

    def retry_report(self, batch: int, report: int, *, key: str = "") -> Row:
        """Have one that failed or was cancelled computed once more."""
        return self._sent("POST", f"batches/{batch}/reports/{report}/again", key=key)

    def cancel_report(self, batch: int, report: int, *, key: str = "") -> Row:
        """Stop computing it."""
        return self._sent("POST", f"batches/{batch}/reports/{report}/cancel", key=key)

    def list_snapshots(self, batch: int) -> Iterator[Row]:
        """The snapshots of the batch's exports."""
        return self._pages(f"batches/{batch}/snapshots")
