"""Web hooks, and the tasks of workers. Written by `make client`."""

from collections.abc import Iterator, Sequence
from typing import Any

from rateroom_client.operations.asking import Asking, Row, given


class Webhooks(Asking):
    """Web hooks, and the tasks of workers."""

    def read_delivery(self, delivery: int) -> Row:
        """One delivery, with what was sent and received."""
        return self._read(f"deliveries/{delivery}")

    def resend_delivery(self, delivery: int, *, key: str = "") -> Row:
        """Send it once more, under the same id."""
        return self._sent("POST", f"deliveries/{delivery}/again", key=key)

    def list_webhooks(self, project: int) -> Iterator[Row]:
        """The project's web hooks, for whoever may change things in it."""
        return self._pages(f"projects/{project}/webhooks")

    def register_webhook(
        self,
        project: int,
        *,
        name: str,
        url: str,
        kinds: Sequence[str],
        percentages: Sequence[int] | None = None,
        key: str = "",
    ) -> Row:
        """Register an https address; the answer has the secret."""
        return self._sent(
            "POST",
            f"projects/{project}/webhooks",
            {"name": name, "url": url, "kinds": kinds, **given(percentages=percentages)},
            key=key,
        )

    def list_tasks(self, *, project: int | None = None, state: str | None = None) -> Iterator[Row]:
        """The tasks of your projects."""
        return self._pages("tasks", project=project, state=state)

    def read_task(self, task: int) -> Row:
        """How far a task is, and what came of it."""
        return self._read(f"tasks/{task}")

    def repeat_task(self, task: int, *, key: str = "") -> Row:
        """Have one that failed or was cancelled run once more, where no other does the same. A
        rejection, and making two persons one, which owners do, need the scope `money`, as they
        did when they were asked for."""
        return self._sent("POST", f"tasks/{task}/again", key=key)

    def cancel_task(self, task: int, *, key: str = "") -> Row:
        """Have it end without a trace, if it has not ended. What a rejection has done by then
        stays."""
        return self._sent("POST", f"tasks/{task}/cancel", key=key)

    def read_webhook(self, webhook: int) -> Row:
        """One web hook, and whether anything gets through."""
        return self._read(f"webhooks/{webhook}")

    def change_webhook(self, webhook: int, *, key: str = "", **terms: Any) -> Row:
        """Change what it is told, and where."""
        return self._sent("PATCH", f"webhooks/{webhook}", terms, key=key)

    def delete_webhook(self, webhook: int, *, key: str = "") -> None:
        """Delete it, with its log."""
        self.http.send("DELETE", f"webhooks/{webhook}", key=key)

    def resend_failed(self, webhook: int, *, since: str, key: str = "") -> Row:
        """Send again what failed, under the same ids."""
        return self._sent("POST", f"webhooks/{webhook}/again", {"since": since}, key=key)

    def list_deliveries(self, webhook: int, *, state: str | None = None) -> Iterator[Row]:
        """What was sent to it, or is to be."""
        return self._pages(f"webhooks/{webhook}/deliveries", state=state)

    def switch_webhook_off(self, webhook: int, *, key: str = "") -> Row:
        """Send it nothing more; what waits has failed."""
        return self._sent("POST", f"webhooks/{webhook}/off", key=key)

    def switch_webhook_on(self, webhook: int, *, key: str = "") -> Row:
        """Tell it again what happens from now on."""
        return self._sent("POST", f"webhooks/{webhook}/on", key=key)

    def rotate_webhook_secret(self, webhook: int, *, key: str = "") -> Row:
        """Make a new secret; the former one signs too for 24 hours."""
        return self._sent("POST", f"webhooks/{webhook}/secret", key=key)

    def test_webhook(self, webhook: int, *, key: str = "") -> Row:
        """Send it an event that says nothing."""
        return self._sent("POST", f"webhooks/{webhook}/test", key=key)
