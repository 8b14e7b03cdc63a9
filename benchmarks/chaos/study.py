"""The project, batch and people of a run, and the researcher who reviews."""

import threading
from decimal import Decimal
from typing import Any

from benchmarks.chaos.site import Site, keep_trying

REVIEW_SECONDS = 0.5


class Study:
    """A project, a batch and its people, put straight into the site's database."""

    def __init__(self, *, items: int, annotators: int) -> None:
        import django

        django.setup()
        from hits.models import Batch
        from payments.posting import deposit
        from people.models import Project, User
        from people.pool import add_to_pool
        from stimuli.models import Dataset, Item, Output, System
        from surveys.models import RubricVersion
        from surveys.samples import sample_stimulus

        self.project = Project.objects.create(name="Chaos")
        deposit(project=self.project, amount=Decimal(100_000), key="start")
        version = RubricVersion.objects.get(rubric__name="summary-clarity", rubric__project=None)
        data = Dataset.objects.create(project=self.project, name="Texts", simulated=True)
        system = System.objects.create(dataset=data, name="Heron")
        fields = dict(sample_stimulus(version.spec, {}).fields)
        shown = Item.objects.bulk_create(
            (
                Item(dataset=data, external_id=f"item-{number}", fields=fields)
                for number in range(items)
            ),
            2000,
        )
        Output.objects.bulk_create(
            (Output(item=item, system=system, text="A summary.") for item in shown), 2000
        )
        self.batch = Batch.objects.create(
            project=self.project, dataset=data, rubric_version=version, title="Under fault",
            annotators_per_hit=2, reward=Decimal("0.05"), flat_fee=Decimal("0.01"),
            allotted_seconds=3600, least_reading_percent=0,
        )  # fmt: skip
        self.batch.systems.set([system])
        self.people = [
            User.objects.create(username=f"annotator-{number}") for number in range(annotators)
        ]
        add_to_pool(project=self.project, users=self.people, by=None)

    def publish(self, site: Site) -> None:
        from hits.batches.publishing import publish_batch

        publish_batch(batch_id=self.batch.pk)
        site.wait(lambda: self.batch.refresh_from_db() or self.batch.state == "live")

    def cookies(self, user: Any) -> dict[str, str]:
        """Return the cookies of a browser after login."""
        from django.conf import settings
        from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
        from django.utils.crypto import get_random_string

        from people.sessions import SessionStore

        session = SessionStore()
        session[SESSION_KEY] = str(user.pk)
        session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
        session[HASH_SESSION_KEY] = user.get_session_auth_hash()
        session.save()
        return {"sessionid": str(session.session_key), "csrftoken": get_random_string(32)}

    def review(self, stopping: threading.Event) -> None:
        """Approve most submitted responses, reject some, and overturn some rejections."""
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
