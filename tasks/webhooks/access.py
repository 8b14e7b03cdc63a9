"""Access to webhooks. Only people who may change the project have access, because a webhook's URL
can contain a secret of the receiver."""

from django.core.exceptions import PermissionDenied
from django.http import Http404

from people.access import is_writer, projects_for
from people.models import User
from tasks.webhooks.models import Delivery, Endpoint


def endpoint_for_writer(user: User, pk: int) -> Endpoint:
    """Return the endpoint and its project. Raises Http404 for people without a role in the project,
    and PermissionDenied for people who may not change the project."""
    endpoints = Endpoint.objects.select_related("project")
    endpoint = endpoints.filter(pk=pk, project__in=projects_for(user)).first()
    if endpoint is None:
        raise Http404
    _check_writer(user, endpoint)
    return endpoint


def delivery_for_writer(user: User, pk: int) -> Delivery:
    """Return the delivery with its endpoint and event, with the checks of `endpoint_for_writer`."""
    deliveries = Delivery.objects.select_related("endpoint__project", "event")
    own = deliveries.filter(endpoint__project__in=projects_for(user))
    delivery = own.filter(pk=pk).first()
    if delivery is None:
        raise Http404
    _check_writer(user, delivery.endpoint)
    return delivery


def _check_writer(user: User, endpoint: Endpoint) -> None:
    if not is_writer(user, endpoint.project_id):
        raise PermissionDenied
