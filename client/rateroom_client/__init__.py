"""Python client of Rateroom, for sending outputs and receiving people's scores as they arrive."""

from rateroom_client.errors import Problem, RateroomError
from rateroom_client.inspect_logs import write_scores
from rateroom_client.scoring import Scores, score
from rateroom_client.site import Rateroom
from rateroom_client.webhooks import NotGenuine, verify

__all__ = [
    "NotGenuine",
    "Problem",
    "Rateroom",
    "RateroomError",
    "Scores",
    "score",
    "verify",
    "write_scores",
]
