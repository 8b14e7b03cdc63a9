"""The addresses of web hooks, below the desk's."""

from collections.abc import Callable
from typing import Any

from django.urls import URLPattern, path

from desk.webhooks import acts, views


def webhook_urls(framed: Callable[..., Any], guarded: Callable[..., Any]) -> list[URLPattern]:
    """`framed` gives a view what the frame needs; `guarded` only lets researchers in."""
    return [
        path("webhooks/", framed(views.webhooks), name="webhooks"),
        path("webhooks/<bigint:pk>/", framed(views.webhook), name="webhook"),
        path("webhooks/<bigint:pk>/secret/", framed(acts.new_secret), name="webhook_secret"),
        path("webhooks/<bigint:pk>/test/", guarded(acts.test), name="webhook_test"),
        path("webhooks/<bigint:pk>/on/", guarded(acts.turn_on), name="webhook_on"),
        path("webhooks/<bigint:pk>/off/", guarded(acts.turn_off), name="webhook_off"),
        path("webhooks/<bigint:pk>/again/", guarded(acts.again_failed), name="webhook_again"),
        path("webhooks/<bigint:pk>/delete/", framed(acts.delete), name="webhook_delete"),
        path("webhooks/deliveries/<bigint:pk>/", framed(views.delivery), name="delivery"),
        path("webhooks/deliveries/<bigint:pk>/again/", guarded(acts.again), name="delivery_again"),
    ]
