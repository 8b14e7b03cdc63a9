"""People at work: parts, messages, figures, objections, wages. Written by `make client`."""

from collections.abc import Iterator

from rateroom_client.operations.asking import Asking, Row, given


class People(Asking):
    """People at work: parts, messages, figures, objections, wages."""

    def list_annotators(self, batch: int, *, show: str | None = None) -> Iterator[Row]:
        """Who works in the batch and how well; who has done nothing yet is not among them."""
        return self._pages(f"batches/{batch}/annotators", show=show)

    def read_annotator(self, batch: int, part: int) -> Row:
        """One annotator's figures and flags."""
        return self._read(f"batches/{batch}/annotators/{part}")

    def list_broken_reports(self, batch: int, *, waiting: bool | None = None) -> Iterator[Row]:
        """HITs of the batch that were reported as broken."""
        return self._pages(f"batches/{batch}/broken", waiting=waiting)

    def decide_reported_hit(
        self,
        batch: int,
        hit: int,
        *,
        decision: str,
        pay_reporters: bool | None = None,
        key: str = "",
    ) -> Row:
        """Decide on a HIT that was reported. A repeat changes nothing. Needs the scope
        `money`."""
        return self._sent(
            "POST",
            f"batches/{batch}/broken/{hit}",
            {"decision": decision, **given(pay_reporters=pay_reporters)},
            key=key,
        )

    def list_consents(self, batch: int) -> Iterator[Row]:
        """Who agreed to which text, declined it or withdrew, the latest first."""
        return self._pages(f"batches/{batch}/consents")

    def read_measures(self, batch: int) -> Row:
        """The measures there are, and what is usual in the batch."""
        return self._read(f"batches/{batch}/measures")

    def merge_people(
        self, batch: int, *, stays: str, goes: str, key: str = "", wait: bool = True
    ) -> Row | None:
        """Make two persons one, with all they did and earned in the project. Owners do. Needs
        the scope `money`. Returns the task where a worker does it, with `wait` once it is done;
        else None."""
        return (
            self._sent(
                "POST", f"batches/{batch}/merge", {"stays": stays, "goes": goes}, key=key, wait=wait
            )
            or None
        )

    def list_objections(self, batch: int, *, waiting: bool | None = None) -> Iterator[Row]:
        """The batch's objections."""
        return self._pages(f"batches/{batch}/objections", waiting=waiting)

    def decide_objection(
        self, batch: int, objection: int, *, granted: bool, answer: str | None = None, key: str = ""
    ) -> Row:
        """Grant or dismiss it. A repeat changes nothing. Needs the scope `money`."""
        return self._sent(
            "POST",
            f"batches/{batch}/objections/{objection}",
            {"granted": granted, **given(answer=answer)},
            key=key,
        )

    def list_parts(self, batch: int) -> Iterator[Row]:
        """Everybody who has a part in the batch."""
        return self._pages(f"batches/{batch}/parts")

    def read_part(self, batch: int, part: int) -> Row:
        """One person's part."""
        return self._read(f"batches/{batch}/parts/{part}")

    def decide_part(
        self,
        batch: int,
        part: int,
        *,
        act: str,
        scope: str | None = None,
        reason: str | None = None,
        key: str = "",
    ) -> Row:
        """Pause or end it, or let them go on. A repeat changes nothing."""
        return self._sent(
            "POST",
            f"batches/{batch}/parts/{part}",
            {"act": act, **given(scope=scope, reason=reason)},
            key=key,
        )

    def read_erasure(self, batch: int, part: int) -> Row:
        """Whether a person's data can be erased, or are. For owners."""
        return self._read(f"batches/{batch}/parts/{part}/erasure")

    def erase_person(
        self, batch: int, part: int, *, pseudonym: str, texts: bool | None = None, key: str = ""
    ) -> Row:
        """Erase what identifies the person, in all their batches; a worker does. Their answers
        stay, under a name that says nothing. Owners do."""
        return self._sent(
            "POST",
            f"batches/{batch}/parts/{part}/erasure",
            {"pseudonym": pseudonym, **given(texts=texts)},
            key=key,
        )

    def list_messages(self, batch: int, part: int) -> Iterator[Row]:
        """What they and researchers wrote to each other."""
        return self._pages(f"batches/{batch}/parts/{part}/messages")

    def answer_annotator(
        self, batch: int, part: int, *, text: str, newest: int | None = None, key: str = ""
    ) -> Row:
        """Write to them; what they wrote counts as read, up to `newest` where that is given."""
        return self._sent(
            "POST",
            f"batches/{batch}/parts/{part}/messages",
            {"text": text, **given(newest=newest)},
            key=key,
        )

    def mark_messages_read(self, batch: int, part: int, *, newest: int, key: str = "") -> Row:
        """Note that what they wrote needs no answer, up to the message that was read last."""
        return self._sent(
            "POST", f"batches/{batch}/parts/{part}/messages/read", {"newest": newest}, key=key
        )

    def list_sittings(self, batch: int, *, show: str | None = None) -> Iterator[Row]:
        """The batch's sittings, the latest first."""
        return self._pages(f"batches/{batch}/sittings", show=show)

    def read_wages(self, batch: int) -> Row:
        """Pay by the hour, and who lacks how much of the floor."""
        return self._read(f"batches/{batch}/wages")

    def top_up_wages(self, batch: int, *, mark: str, key: str = "") -> Row:
        """Pay the list that `mark` names, all of it: by the project, or for people from
        Prolific by bonuses there, which owners do. Needs the scope `money`."""
        return self._sent("POST", f"batches/{batch}/wages/top-up", {"mark": mark}, key=key)

    def list_project_annotators(
        self,
        project: int,
        *,
        after: int | None = None,
        flagged: bool | None = None,
        order: str | None = None,
    ) -> Row:
        """The project's people, over all their batches."""
        return self._read(
            f"projects/{project}/annotators", after=after, flagged=flagged, order=order
        )

    def list_threads(self, project: int, *, unread: bool | None = None) -> Iterator[Row]:
        """Every annotator of the project who wrote, or was written to."""
        return self._pages(f"projects/{project}/threads", unread=unread)
