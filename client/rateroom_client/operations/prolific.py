"""Studies at Prolific, and people's submissions there. Written by `make client`."""

from collections.abc import Iterator
from typing import Any

from rateroom_client.operations.asking import Asking, Row


class Prolific(Asking):
    """Studies at Prolific, and people's submissions there."""

    def read_prolific_study(self, batch: int) -> Row:
        """The batch's study."""
        return self._read(f"batches/{batch}/prolific")

    def make_prolific_study(self, batch: int, *, hits: int, key: str = "") -> Row:
        """Make it as a draft at Prolific, once: nobody sees it there yet. Owners do. Needs the
        scope `money`."""
        return self._sent("POST", f"batches/{batch}/prolific", {"hits": hits}, key=key)

    def look_at_prolific_study(self, batch: int, *, key: str = "") -> Row:
        """Ask Prolific for its state now. Owners do."""
        return self._sent("POST", f"batches/{batch}/prolific/look", key=key)

    def pause_prolific_study(self, batch: int, *, key: str = "") -> Row:
        """Let nobody new in at Prolific. Owners do."""
        return self._sent("POST", f"batches/{batch}/prolific/pause", key=key)

    def raise_prolific_places(self, batch: int, *, places: int, key: str = "") -> Row:
        """Have more places at Prolific. Owners do. A repeat changes nothing. Needs the scope
        `money`."""
        return self._sent("POST", f"batches/{batch}/prolific/places", {"places": places}, key=key)

    def plan_prolific_study(self, batch: int, *, hits: int) -> Row:
        """What a study with sittings of so many HITs takes."""
        return self._read(f"batches/{batch}/prolific/plan", hits=hits)

    def publish_prolific_study(self, batch: int, *, key: str = "") -> Row:
        """Publish it at Prolific. Owners do. Needs the scope `money`."""
        return self._sent("POST", f"batches/{batch}/prolific/publish", key=key)

    def start_prolific_study(self, batch: int, *, key: str = "") -> Row:
        """Go on after a pause. Owners do. Needs the scope `money`."""
        return self._sent("POST", f"batches/{batch}/prolific/start", key=key)

    def stop_prolific_study(self, batch: int, *, key: str = "") -> Row:
        """End it at Prolific. Owners do. Needs the scope `money`."""
        return self._sent("POST", f"batches/{batch}/prolific/stop", key=key)

    def list_prolific_submissions(self, batch: int) -> Iterator[Row]:
        """Its submissions, the latest first."""
        return self._pages(f"batches/{batch}/prolific/submissions")

    def read_prolific_workspace(self, project: int) -> Row:
        """The project's workspace."""
        return self._read(f"projects/{project}/prolific")

    def connect_prolific(self, project: int, *, key: str = "", **terms: Any) -> Row:
        """Store token and terms, and have Prolific send web hooks, if it does not. Owners do.
        Needs the scope `money`."""
        return self._sent("PUT", f"projects/{project}/prolific", terms, key=key)

    def read_prolific_submission(self, submission: int) -> Row:
        """One submission, and what was sent about it."""
        return self._read(f"prolific-submissions/{submission}")

    def approve_prolific_submission(self, submission: int, *, key: str = "") -> Row:
        """Approve its work here, and the submission there. A repeat changes nothing. Needs the
        scope `money`."""
        return self._sent("POST", f"prolific-submissions/{submission}/approve", key=key)

    def pay_prolific_bonus(
        self, submission: int, *, amount: str, reason: str, key: str = ""
    ) -> Row:
        """Pay the person something more, through Prolific, once for a key. Owners do. Needs the
        scope `money`."""
        return self._sent(
            "POST",
            f"prolific-submissions/{submission}/bonus",
            {"amount": amount, "reason": reason},
            key=key,
        )

    def pay_prolific_part(self, submission: int, *, key: str = "") -> Row:
        """Pay what the stated rule pays of a sitting that was given up. Owners do. Needs the
        scope `money`."""
        return self._sent("POST", f"prolific-submissions/{submission}/part", key=key)

    def reject_prolific_submission(
        self, submission: int, *, category: str, message: str, key: str = ""
    ) -> Row:
        """Reject its work here, and the submission there. Needs the scope `money`."""
        return self._sent(
            "POST",
            f"prolific-submissions/{submission}/reject",
            {"category": category, "message": message},
            key=key,
        )

    def request_prolific_return(self, submission: int, *, key: str = "") -> Row:
        """Ask the person, through Prolific, to return it; once."""
        return self._sent("POST", f"prolific-submissions/{submission}/return", key=key)

    def settle_prolific_bonus(
        self, submission: int, *, call: int, paid: bool, key: str = ""
    ) -> Row:
        """Say whether a bonus of unknown outcome was paid: somebody has looked there. Owners
        do. Needs the scope `money`."""
        return self._sent(
            "POST",
            f"prolific-submissions/{submission}/settle",
            {"call": call, "paid": paid},
            key=key,
        )
