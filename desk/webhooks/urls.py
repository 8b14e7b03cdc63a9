"""Addresses of webhooks, below the desk's."""

from desk.addresses import framed, guarded
from desk.webhooks import acts, views

WEBHOOK_URLS = (
    framed("webhooks/", views.webhooks, "webhooks"),
    framed("webhooks/<bigint:pk>/", views.webhook, "webhook"),
    framed("webhooks/<bigint:pk>/secret/", acts.new_secret, "webhook_secret"),
    guarded("webhooks/<bigint:pk>/test/", acts.test, "webhook_test"),
    guarded("webhooks/<bigint:pk>/on/", acts.turn_on, "webhook_on"),
    guarded("webhooks/<bigint:pk>/off/", acts.turn_off, "webhook_off"),
    guarded("webhooks/<bigint:pk>/again/", acts.again_failed, "webhook_again"),
    framed("webhooks/<bigint:pk>/delete/", acts.delete, "webhook_delete"),
    framed("webhooks/deliveries/<bigint:pk>/", views.delivery, "delivery"),
    guarded("webhooks/deliveries/<bigint:pk>/again/", acts.again, "delivery_again"),
)
