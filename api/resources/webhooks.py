"""Web hooks of a project: endpoints, their secrets, and what was sent to each."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, ClassVar

from django.db.models import QuerySet
from rest_framework import serializers
from rest_framework.request import Request

from api.operations import WRITE, Operation, Resource
from api.resources.shapes import Changed, Shape
from tasks.webhooks import registering, resending, switching
from tasks.webhooks.access import delivery_for_writer, endpoint_for_writer
from tasks.webhooks.models import CHOICES, URL_LENGTH, Attempt, Delivery, Endpoint
from tasks.webhooks.registering import MOST_PERCENTAGES, NAME_LENGTH, Terms

TERMS = ("name", "url", "kinds", "percentages")


class WebhookShape(serializers.ModelSerializer):
    """Where events are sent. Its secret is told when it is made, and never again."""

    class Meta:
        model = Endpoint
        fields: ClassVar[list[str]] = [
            "id",
            "project",
            *TERMS,
            "created_at",
            "failing_since",
            "off_at",
            "off_because",
        ]


class WebhookTerms(Shape):
    """What to tell, and where. `percentages` go with `batch.progress` and with nothing else."""

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
    """What is left out stays."""

    def get_fields(self) -> dict[str, Any]:
        """As for a new one, but none is required."""
        fields = super().get_fields()
        for field in fields.values():
            field.required, field.default = False, serializers.empty
        return fields


class WebhookWithSecret(serializers.Serializer):
    """With the secret that everything sent is signed with, this once."""

    webhook = WebhookShape()
    secret = serializers.CharField()


class DeliveryShape(serializers.ModelSerializer):
    """An event on its way. `message` is what the receiver gets as `webhook-id`."""

    webhook = serializers.IntegerField(source="endpoint_id")
    message = serializers.CharField(source="__str__")
    type = serializers.CharField(source="event.kind")
    happened_at = serializers.DateTimeField(source="event.happened_at")

    class Meta:
        model = Delivery
        fields: ClassVar[list[str]] = [
            "id",
            "webhook",
            "message",
            "type",
            "happened_at",
            "state",
            "attempts",
            "next_at",
            "ended_at",
        ]


class AttemptShape(serializers.ModelSerializer):
    """One call; without `ended_at` its outcome is unknown."""

    class Meta:
        model = Attempt
        fields: ClassVar[list[str]] = ["at", "ended_at", "status", "problem", "detail", "response"]


class WholeDelivery(serializers.Serializer):
    """With what was sent, and what came back each time; `body` is blank when it is no longer
    kept."""

    delivery = DeliveryShape()
    body = serializers.CharField(allow_blank=True)
    calls = AttemptShape(many=True)


class StateFilter(Shape):
    """Deliveries of one state alone."""

    state = serializers.ChoiceField(choices=Delivery.State.choices, required=False)


class Since(Shape):
    """Events of this time or later."""

    since = serializers.DateTimeField()


class Webhooks(Resource):
    @Operation("list_webhooks", answer=WebhookShape, paged=True, scope=WRITE)
    def get(self, _request: Request, project: int) -> QuerySet[Endpoint]:
        """List the project's webhooks, for people who may change the project."""
        return Endpoint.objects.filter(project=self.project(project, write=True))

    @Operation(
        "register_webhook", body=WebhookTerms, answer=WebhookWithSecret, status=201, secret=True
    )
    def post(self, _request: Request, project: int, sent: dict[str, Any]) -> dict[str, object]:
        """Register an https address; the answer has the secret."""
        row = self.project(project, write=True)
        endpoint = registering.register_endpoint(
            project=row, terms=Terms(**sent), key=self.write_key, by=self.user
        )
        return {"webhook": endpoint, "secret": endpoint.secret}


class OneWebhook(Resource):
    @Operation("read_webhook", answer=WebhookShape, scope=WRITE)
    def get(self, _request: Request, pk: int) -> Endpoint:
        """One web hook, and whether anything gets through."""
        return endpoint_of(self, pk)

    def entity(self) -> Mapping[str, object]:
        return WebhookShape(endpoint_of(self, self.kwargs["pk"])).data

    @Operation("change_webhook", body=WebhookChanges, answer=WebhookShape)
    def patch(self, _request: Request, pk: int, sent: dict[str, object]) -> Endpoint:
        """Change what it is told, and where."""
        endpoint = endpoint_of(self, pk)
        values = {name: getattr(endpoint, name) for name in TERMS} | sent
        registering.change_endpoint(endpoint=endpoint, terms=Terms(**values), by=self.user)
        return endpoint

    @Operation("delete_webhook")
    def delete(self, _request: Request, pk: int) -> None:
        """Delete it, with its log."""
        registering.delete_endpoint(endpoint=endpoint_of(self, pk), by=self.user)


class NewSecret(Resource):
    @Operation("rotate_webhook_secret", answer=WebhookWithSecret, secret=True)
    def post(self, _request: Request, pk: int) -> dict[str, object]:
        """Make a new secret; the former one signs too for 24 hours."""
        row = endpoint_of(self, pk)
        endpoint = registering.rotate_secret(endpoint=row, key=self.write_key, by=self.user)
        return {"webhook": endpoint, "secret": endpoint.secret}


class TestWebhook(Resource):
    @Operation("test_webhook", answer=DeliveryShape, status=202)
    def post(self, _request: Request, pk: int) -> Delivery:
        """Send it an event that says nothing."""
        endpoint = endpoint_of(self, pk)
        return resending.send_test(endpoint=endpoint, key=self.write_key, by=self.user)


class SwitchOn(Resource):
    @Operation("switch_webhook_on", answer=WebhookShape)
    def post(self, _request: Request, pk: int) -> Endpoint:
        """Tell it again what happens from now on."""
        switching.switch_on(endpoint=endpoint_of(self, pk), by=self.user)
        return endpoint_of(self, pk)


class SwitchOff(Resource):
    @Operation("switch_webhook_off", answer=WebhookShape)
    def post(self, _request: Request, pk: int) -> Endpoint:
        """Send it nothing more; what waits has failed."""
        switching.switch_off(
            endpoint=endpoint_of(self, pk), because=switching.BY_HAND, by=self.user
        )
        return endpoint_of(self, pk)


class Deliveries(Resource):
    @Operation("list_deliveries", query=StateFilter, answer=DeliveryShape, paged=True, scope=WRITE)
    def get(self, _request: Request, pk: int, sent: dict[str, object]) -> QuerySet[Delivery]:
        """What was sent to it, or is to be."""
        rows = Delivery.objects.filter(endpoint=endpoint_of(self, pk), **sent)
        return rows.select_related("event")


class ResendFailed(Resource):
    @Operation("resend_failed", body=Since, answer=Changed)
    def post(self, _request: Request, pk: int, sent: dict[str, datetime]) -> dict[str, int]:
        """Send again what failed, under the same ids."""
        endpoint = endpoint_of(self, pk)
        count = resending.resend_failed(endpoint=endpoint, since=sent["since"], by=self.user)
        return {"changed": count}


class OneDelivery(Resource):
    @Operation("read_delivery", answer=WholeDelivery, scope=WRITE)
    def get(self, _request: Request, pk: int) -> dict[str, object]:
        """One delivery, with what was sent and received."""
        delivery = delivery_of(self, pk)
        return {"delivery": delivery, "body": delivery.event.body, "calls": delivery.calls.all()}


class Resend(Resource):
    @Operation("resend_delivery", answer=DeliveryShape, status=202)
    def post(self, _request: Request, pk: int) -> Delivery:
        """Send it once more, under the same id."""
        resending.resend(delivery=delivery_of(self, pk), by=self.user)
        return delivery_of(self, pk)


def endpoint_of(view: Resource, pk: int) -> Endpoint:
    """The web hook, by its permission function."""
    endpoint = endpoint_for_writer(view.user, pk)
    view.subjects.project = endpoint.project
    return endpoint


def delivery_of(view: Resource, pk: int) -> Delivery:
    """The delivery, by its permission function."""
    delivery = delivery_for_writer(view.user, pk)
    view.subjects.project = delivery.endpoint.project
    return delivery
