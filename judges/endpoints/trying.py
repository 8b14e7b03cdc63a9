"""A test request to an endpoint that was just saved. The request lists the endpoint's models."""

from judges.endpoints.calling import failures, make_client
from judges.models import JudgeEndpoint

WITHIN = 6.0  # seconds; short, because a person is waiting for the page
LONGEST = 80  # most characters of a model's name


def models_at(endpoint: JudgeEndpoint) -> list[str]:
    """Return the names of the endpoint's models, sorted. Return an empty list if the reply has no
    list of models. Raises CallFailed if the endpoint does not reply, and RateroomError like
    `make_client`."""
    client = make_client(endpoint, within=WITHIN)
    with failures():
        listed = client.models.list()
    models = getattr(listed, "data", None) or []
    names = (str(getattr(model, "id", ""))[:LONGEST] for model in models)
    return sorted(filter(None, names))
