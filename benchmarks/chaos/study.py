"""The project, batch, annotators and simulated researcher of a chaos run."""

import threading
from dataclasses import replace
from secrets import token_hex

from benchmarks.chaos.site import Site, keep_trying

REVIEW_SECONDS = 0.5


class Study:
    """A project with a batch and annotators, created directly in the site's database."""

    def __init__(self, *, items: int, annotators: int) -> None:
        import django

        django.setup()
        from benchmarks.fill import Shape, draft_batch, make_dataset, make_world, picture

        world = make_world(past=annotators)
        self.project = world.project
        world.medium.delete()  # this medium has no file
        world = replace(world, medium=picture(world, "chaos", (80, 80)))
        self.batch = draft_batch(world, make_dataset(world, items), Shape(items, 2))
        self.cookies = [
            {"sessionid": session, "csrftoken": token_hex(16)} for session in world.sessions
        ]

    def publish(self, site: Site) -> None:
        from hits.batches.publishing import publish_batch

        publish_batch(batch_id=self.batch.pk)
        site.wait(lambda: self.batch.refresh_from_db() or self.batch.state == "live")

    def review(self, stopping: threading.Event) -> None:
        """Simulate a researcher until `stopping` is set: approve most submitted responses, reject
        some, and overturn some rejections."""
        from hits.models import Assignment
        from hits.review.decisions import (
            approve_assignments,
            overturn_rejections,
            reject_assignments,
        )

        def ids(state: str) -> list[int]:
            return list(
                Assignment.objects.filter(batch=self.batch, state=state).values_list(
                    "pk", flat=True
                )[:50]
            )

        def decide() -> None:
            waiting = ids("submitted")
            approve_assignments(batch=self.batch, ids=waiting[5:], by=None)
            reject_assignments(batch=self.batch, ids=waiting[:5], reason="A sample.", by=None)
            overturn_rejections(batch=self.batch, ids=ids("rejected")[:2], by=None)

        while not stopping.wait(REVIEW_SECONDS):
            keep_trying(decide)
