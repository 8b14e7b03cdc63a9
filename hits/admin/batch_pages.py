"""Pages of a batch: a draft in its steps, a published one with its progress."""

from typing import Any

from django.urls import reverse

from people.guarded_admin import KeysetChangeList


def terms_page(pk: int) -> str:
    """The form with its terms."""
    return reverse("admin:hits_batch_change", args=[pk])


def running_page(pk: int) -> str:
    """What goes on in a published batch; a draft is led on to its steps, or for a viewer to its
    terms."""
    return reverse("admin:batch_running", args=[pk])


class BatchList(KeysetChangeList):
    """The admin's list of batches; each leads to its page."""

    def url_for_result(self, result: Any) -> str:
        return running_page(result.pk)
