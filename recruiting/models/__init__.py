"""How people come to a batch, and what a panel was told about them."""

from recruiting.models.sittings import Outcome, Sitting

__all__ = ["Outcome", "Sitting"]
