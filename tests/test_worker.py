"""A real worker process takes tasks from the broker and works on the tests' database."""

import pytest

from hits.models import Batch
from hits.publishing import publish_batch
from tests import world
from tests.supervised import wait_for


@pytest.mark.django_db(transaction=True)
def test_a_published_batch_is_made_by_the_worker(celery_worker_process):
    batch = world.draft_batch(world.project(), raters_per_hit=2)
    assert publish_batch(batch_id=batch.pk) is True
    wait_for(lambda: Batch.objects.get(pk=batch.pk).state == Batch.State.LIVE)
    assert (batch.hits.count(), batch.assignments.count()) == (4, 8)
    assert celery_worker_process.poll() is None
