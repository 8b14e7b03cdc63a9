"""Drafts, and what becomes of a batch. Written by `make client`."""

from collections.abc import Iterator
from typing import Any

from rateroom_client.operations.asking import Asking, Row, given


class Batches(Asking):
    """Drafts, and what becomes of a batch."""

    def delete_batch(self, batch: int, *, key: str = "") -> None:
        """Delete a draft."""
        self.http.send("DELETE", f"batches/{batch}", key=key)

    def list_acts_of_batch(self, batch: int) -> Iterator[Row]:
        """What was done to the batch, the latest first."""
        return self._pages(f"batches/{batch}/acts")

    def list_amendments(self, batch: int) -> Iterator[Row]:
        """What was added to it."""
        return self._pages(f"batches/{batch}/amendments")

    def amend_batch(self, batch: int, *, kind: str, key: str = "", **terms: Any) -> Row:
        """Add to a live batch, and set the cost aside. Needs the scope `money`."""
        return self._sent("POST", f"batches/{batch}/amendments", {"kind": kind, **terms}, key=key)

    def plan_amendment(self, batch: int, *, kind: str, key: str = "", **terms: Any) -> Row:
        """What an amendment would add and cost; nothing is changed."""
        return self._sent(
            "POST", f"batches/{batch}/amendments/plan", {"kind": kind, **terms}, key=key
        )

    def archive_batch(self, batch: int, *, key: str = "") -> Row:
        """Leave it out of lists."""
        return self._sent("POST", f"batches/{batch}/archive", key=key)

    def cancel_publication(self, batch: int, *, key: str = "") -> Row:
        """Make a batch that is being published a draft again, and give its cost back. Needs the
        scope `money`."""
        return self._sent("POST", f"batches/{batch}/cancel", key=key)

    def close_batch(self, batch: int, *, key: str = "") -> Row:
        """End it: what nobody has begun is withdrawn and refunded, for good. Needs the scope
        `money`."""
        return self._sent("POST", f"batches/{batch}/close", key=key)

    def duplicate_batch(self, batch: int, *, key: str = "") -> Row:
        """A draft with the same terms."""
        return self._sent("POST", f"batches/{batch}/duplicate", key=key)

    def make_main_batch(
        self,
        batch: int,
        *,
        without_items: bool | None = None,
        without_people: bool | None = None,
        key: str = "",
    ) -> Row:
        """A draft of the main batch, with the pilot's terms."""
        return self._sent(
            "POST",
            f"batches/{batch}/main",
            given(without_items=without_items, without_people=without_people),
            key=key,
        )

    def list_masked_outputs(self, batch: int) -> Iterator[Row]:
        """The outputs that the batch shows with words masked, also once it is published."""
        return self._pages(f"batches/{batch}/masked")

    def read_batch_money(self, batch: int) -> Row:
        """Its escrow."""
        return self._read(f"batches/{batch}/money")

    def pause_batch(self, batch: int, *, key: str = "") -> Row:
        """Hand out no more of its HITs."""
        return self._sent("POST", f"batches/{batch}/pause", key=key)

    def mark_pilot(self, batch: int, *, is_pilot: bool, key: str = "") -> Row:
        """Call it a pilot, or no more."""
        return self._sent("POST", f"batches/{batch}/pilot", {"is_pilot": is_pilot}, key=key)

    def decide_finding(
        self, batch: int, *, act: str, check: str, key: str = "", wait: bool = True
    ) -> Row:
        """Accept a finding; leave its items out of the sample, or take them in again; mask the
        words that name a system, or show them as they are. Returns the task where a worker does
        it, with `wait` once it is done; else the answer itself."""
        return self._sent(
            "POST", f"batches/{batch}/preflight", {"act": act, "check": check}, key=key, wait=wait
        )

    def resume_batch(self, batch: int, *, key: str = "") -> Row:
        """Hand out HITs again."""
        return self._sent("POST", f"batches/{batch}/resume", key=key)

    def retry_publication(self, batch: int, *, key: str = "") -> Row:
        """Go on making its HITs, where that stopped. Needs the scope `money`."""
        return self._sent("POST", f"batches/{batch}/retry", key=key)

    def unarchive_batch(self, batch: int, *, key: str = "") -> Row:
        """Bring it back into lists."""
        return self._sent("POST", f"batches/{batch}/unarchive", key=key)

    def unveil_means(self, batch: int, *, key: str = "") -> Row:
        """See means by system before the batch is closed, from now on. It is recorded."""
        return self._sent("POST", f"batches/{batch}/unveil", key=key)
