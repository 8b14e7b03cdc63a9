"""Webhooks of a project: URLs, secrets and deliveries."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.db.models import QuerySet
from rest_framework import serializers

from api.operations import WRITE, Operation, Resource
from api.resources.shapes import Changed, Shape, names
from tasks.webhooks import registering, resending, switching
from tasks.webhooks.access import delivery_for_writer, endpoint_for_writer
from tasks.webhooks.models import CHOICES, URL_LENGTH, Attempt, Delivery, Endpoint
from tasks.webhooks.registering import MOST_PERCENTAGES, NAME_LENGTH, Terms

TERMS = ("name", "url", "kinds", "percentages")


class WebhookShape(serializers.ModelSerializer):
    """A webhook, without its secret."""

    class Meta:
        model = Endpoint
        fields = names("id project", *TERMS, "created_at failing_since off_at off_because")


class WebhookTerms(Shape):
    """A webhook's name, URL and events. `percentages` is used only for the event
    `batch.progress`."""

    name = serializers.CharField(max_length=NAME_LENGTH)
    url = serializers.CharField(max_length=URL_LENGTH)
    kinds = serializers.ListField(
        child=serializers.ChoiceField(choices=CHOICES), max_length=len(CHOICES)
    )
    percentages = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=100),
        max_length=MOST_PERCENTAGES,
        default=list,
    )


class WebhookChanges(WebhookTerms):
    """Changes to a webhook. Settings that you leave out do not change."""

    def get_fields(self) -> dict[str, Any]:
        """Return the fields of `WebhookTerms`, all optional and without defaults."""
        fields = super().get_fields()
        for field in fields.values():
            field.required, field.default = False, serializers.empty
        return fields


class WebhookWithSecret(serializers.Serializer):
    """A webhook with the secret that signs its events. The secret is shown only in this reply."""

    webhook = WebhookShape()
    secret = serializers.CharField()


class DeliveryShape(serializers.ModelSerializer):
    """The delivery of an event. `message` is the delivery's id, which is sent in the header
    `webhook-id`."""

    webhook = serializers.IntegerField(source="endpoint_id")
    message = serializers.CharField(source="__str__")
    type = serializers.CharField(source="event.kind")
    happened_at = serializers.DateTimeField(source="event.happened_at")

    class Meta:
        model = Delivery
        fields = names("id webhook message type happened_at state attempts next_at ended_at")


class AttemptShape(serializers.ModelSerializer):
    """One attempt to deliver an event. If `ended_at` is null, the outcome is unknown."""

    class Meta:
        model = Attempt
        fields = names("at ended_at status problem detail response")


class WholeDelivery(serializers.Serializer):
    """A delivery with the content of its event and its attempts. `body` is empty if the content has
    been deleted."""

    delivery = DeliveryShape()
    body = serializers.CharField(allow_blank=True)
    calls = AttemptShape(many=True)


class StateFilter(Shape):
    """A filter for deliveries by state."""

    state = serializers.ChoiceField(choices=Delivery.State.choices, required=False)


class Since(Shape):
    """The earliest time of the failed deliveries to send again."""

    since = serializers.DateTimeField()


class Webhooks(Resource):
    @Operation("list_webhooks", answer=WebhookShape, paged=True, scope=WRITE)
    def get(self, project: int) -> QuerySet[Endpoint]:
        """List the project's webhooks. You need permission to change the project."""
        return Endpoint.objects.filter(project=self.project(project, write=True))

    @Operation(
        "register_webhook", body=WebhookTerms, answer=WebhookWithSecret, status=201, secret=True
    )
    def post(self, project: int, sent: dict[str, Any]) -> dict[str, object]:
        """Create a webhook for an https URL. The reply contains the webhook's secret."""
        row = self.project(project, write=True)
        endpoint = registering.register_endpoint(
            project=row, terms=Terms(**sent), key=self.write_key, by=self.user
        )
        return {"webhook": endpoint, "secret": endpoint.secret}


class OneWebhook(Resource):
    @Operation("read_webhook", answer=WebhookShape, scope=WRITE)
    def get(self, pk: int) -> Endpoint:
        """Return one webhook. You need permission to change the project."""
        return endpoint_of(self, pk)

    def entity(self) -> Mapping[str, object]:
        return WebhookShape(endpoint_of(self, self.kwargs["pk"])).data

    @Operation("change_webhook", body=WebhookChanges, answer=WebhookShape)
    def patch(self, pk: int, sent: dict[str, object]) -> Endpoint:
        """Change the name, URL or events of the webhook."""
        endpoint = endpoint_of(self, pk)
        values = {name: getattr(endpoint, name) for name in TERMS} | sent
        registering.change_endpoint(endpoint=endpoint, terms=Terms(**values), by=self.user)
        return endpoint

    @Operation("delete_webhook")
    def delete(self, pk: int) -> None:
        """Delete the webhook and its delivery log."""
        registering.delete_endpoint(endpoint=endpoint_of(self, pk), by=self.user)


class NewSecret(Resource):
    @Operation("rotate_webhook_secret", answer=WebhookWithSecret, secret=True)
    def post(self, pk: int) -> dict[str, object]:
        """Create a new secret for the webhook. For 24 hours, events are signed with the old secret
        as well."""
        row = endpoint_of(self, pk)
        endpoint = registering.rotate_secret(endpoint=row, key=self.write_key, by=self.user)
        return {"webhook": endpoint, "secret": endpoint.secret}


class TestWebhook(Resource):
    @Operation("test_webhook", answer=DeliveryShape, status=202)
    def post(self, pk: int) -> Delivery:
        """Send a test event without content."""
        endpoint = endpoint_of(self, pk)
        return resending.send_test(endpoint=endpoint, key=self.write_key, by=self.user)


class SwitchOn(Resource):
    @Operation("switch_webhook_on", answer=WebhookShape)
    def post(self, pk: int) -> Endpoint:
        """Switch the webhook on. It receives only the events that happen from now on."""
        switching.switch_on(endpoint=endpoint_of(self, pk), by=self.user)
        return endpoint_of(self, pk)


class SwitchOff(Resource):
    @Operation("switch_webhook_off", answer=WebhookShape)
    def post(self, pk: int) -> Endpoint:
        """Switch the webhook off. Deliveries that are still waiting fail."""
        switching.switch_off(
            endpoint=endpoint_of(self, pk), because=switching.BY_HAND, by=self.user
        )
        return endpoint_of(self, pk)


class Deliveries(Resource):
    @Operation("list_deliveries", query=StateFilter, answer=DeliveryShape, paged=True, scope=WRITE)
    def get(self, pk: int, sent: dict[str, object]) -> QuerySet[Delivery]:
        """List the webhook's deliveries in any state, or only those in `state`."""
        rows = Delivery.objects.filter(endpoint=endpoint_of(self, pk), **sent)
        return rows.select_related("event")


class ResendFailed(Resource):
    @Operation("resend_failed", body=Since, answer=Changed)
    def post(self, pk: int, sent: dict[str, datetime]) -> dict[str, int]:
        """Send the webhook's failed deliveries since a given time again, with the same ids. The
        reply contains their number."""
        endpoint = endpoint_of(self, pk)
        count = resending.resend_failed(endpoint=endpoint, since=sent["since"], by=self.user)
        return {"changed": count}


class OneDelivery(Resource):
    @Operation("read_delivery", answer=WholeDelivery, scope=WRITE)
    def get(self, pk: int) -> dict[str, object]:
        """Return one delivery with its content and its attempts."""
        delivery = delivery_of(self, pk)
        return {"delivery": delivery, "body": delivery.event.body, "calls": delivery.calls.all()}


class Resend(Resource):
    @Operation("resend_delivery", answer=DeliveryShape, status=202)
    def post(self, pk: int) -> Delivery:
        """Send the delivery again with the same id."""
        resending.resend(delivery=delivery_of(self, pk), by=self.user)
        return delivery_of(self, pk)


def endpoint_of(view: Resource, pk: int) -> Endpoint:
    """Return the webhook, and record its project in `view.subjects`. Raises Http404 for people
    without a role in the project, and PermissionDenied for viewers."""
    endpoint = endpoint_for_writer(view.user, pk)
    view.subjects.project = endpoint.project
    return endpoint


def delivery_of(view: Resource, pk: int) -> Delivery:
    """Return the delivery, and record its project in `view.subjects`. Raises Http404 for people
    without a role in the project, and PermissionDenied for viewers."""
    delivery = delivery_for_writer(view.user, pk)
    view.subjects.project = delivery.endpoint.project
    return delivery
