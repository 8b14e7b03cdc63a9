"""Projects, their members and their money. Written by `make client`."""

from collections.abc import Iterator
from typing import IO, Any
from urllib.parse import quote

from rateroom_client.operations.asking import Asking, Row, given


class Projects(Asking):
    """Projects, their members and their money."""

    def make_project(
        self,
        *,
        name: str,
        currency: str | None = None,
        hourly_floor: str | None = None,
        megapixels: int | None = None,
        retention_months: int | None = None,
        retention_erases_texts: bool | None = None,
        key: str = "",
    ) -> Row:
        """Make a project. A token for one project makes none."""
        return self._sent(
            "POST",
            "projects",
            {
                "name": name,
                **given(
                    currency=currency,
                    hourly_floor=hourly_floor,
                    megapixels=megapixels,
                    retention_months=retention_months,
                    retention_erases_texts=retention_erases_texts,
                ),
            },
            key=key,
        )

    def read_project(self, project: int) -> Row:
        """One project."""
        return self._read(f"projects/{project}")

    def change_project(self, project: int, *, key: str = "", **terms: Any) -> Row:
        """Change its settings."""
        return self._sent("PATCH", f"projects/{project}", terms, key=key)

    def delete_project(self, project: int, *, key: str = "") -> None:
        """Delete it while nothing depends on it. Owners do."""
        self.http.send("DELETE", f"projects/{project}", key=key)

    def list_acts(self, project: int) -> Iterator[Row]:
        """What was done in the project, the latest first."""
        return self._pages(f"projects/{project}/acts")

    def archive_project(self, project: int, *, key: str = "") -> Row:
        """Leave it out of lists. Owners do."""
        return self._sent("POST", f"projects/{project}/archive", key=key)

    def read_balance(self, project: int) -> Row:
        """The money that batches and bonuses can be paid from."""
        return self._read(f"projects/{project}/balance")

    def deposit(self, project: int, *, amount: str, key: str = "") -> Row:
        """Put money into the project's balance. Needs the scope `money`."""
        return self._sent("POST", f"projects/{project}/deposits", {"amount": amount}, key=key)

    def pay_goodwill(
        self, project: int, *, amount: str, reason: str, annotator: str, key: str = ""
    ) -> Row:
        """Pay an annotator for no answer in particular. Needs the scope `money`."""
        return self._sent(
            "POST",
            f"projects/{project}/goodwill",
            {"amount": amount, "reason": reason, "annotator": annotator},
            key=key,
        )

    def list_invitations(self, project: int) -> Iterator[Row]:
        """Invitations into the project, for its owners."""
        return self._pages(f"projects/{project}/invitations")

    def invite(
        self,
        project: int,
        *,
        role: str,
        address: str | None = None,
        uses: int | None = None,
        days: int | None = None,
        key: str = "",
    ) -> Row:
        """Make an invitation with a link. Owners do."""
        return self._sent(
            "POST",
            f"projects/{project}/invitations",
            {"role": role, **given(address=address, uses=uses, days=days)},
            key=key,
        )

    def revoke_invitation(self, project: int, invitation: int, *, key: str = "") -> Row:
        """Take an invitation into the project back. Owners do."""
        return self._sent("DELETE", f"projects/{project}/invitations/{invitation}", key=key)

    def list_members(self, project: int) -> Row:
        """Who has a role in the project."""
        return self._read(f"projects/{project}/members")

    def change_role(self, project: int, user: int, *, key: str = "", **terms: Any) -> Row:
        """Give a member another role. Owners do."""
        return self._sent("PATCH", f"projects/{project}/members/{user}", terms, key=key)

    def end_role(self, project: int, user: int, *, key: str = "") -> Row:
        """Take a member out of the project. Owners do."""
        return self._sent("DELETE", f"projects/{project}/members/{user}", key=key)

    def list_payouts(self, project: int) -> Row:
        """Who has something coming, and the lists so far; for whoever may pay."""
        return self._read(f"projects/{project}/payouts")

    def record_payouts(self, project: int, *, name: str, key: str = "") -> Row:
        """Record that all earnings were sent, under a name; returns to how many annotators.
        Needs the scope `money`."""
        return self._sent("POST", f"projects/{project}/payouts", {"name": name}, key=key)

    def read_payout_list(self, project: int, name: str, file: IO[bytes]) -> int:
        """A recorded list as CSV, with addresses; for whoever may pay."""
        return self._downloaded(f"projects/{project}/payouts/{quote(name, safe='')}", file)

    def list_transactions(
        self, project: int, *, batch: int | None = None, kind: str | None = None
    ) -> Iterator[Row]:
        """What moved the project's money, the latest first."""
        return self._pages(f"projects/{project}/transactions", batch=batch, kind=kind)

    def unarchive_project(self, project: int, *, key: str = "") -> Row:
        """Bring it back into lists. Owners do."""
        return self._sent("POST", f"projects/{project}/unarchive", key=key)

    def reverse_transaction(self, transaction: int, *, reason: str, key: str = "") -> Row:
        """Take back a deposit, bonus, goodwill or payout by its mirror image, once. Needs the
        scope `money`."""
        return self._sent(
            "POST", f"transactions/{transaction}/reverse", {"reason": reason}, key=key
        )
