"""The makers of a batch's systems and of its judges' models."""

from collections.abc import Mapping

from rest_framework import serializers

from analysis.makers import declare_makers, makers_of
from api.operations import Operation, Resource
from api.resources.shapes import Shape


class MakersShape(Shape):
    """The maker of each system and of each judge's model, or "" if not declared. Reports test
    whether a judge favours the outputs of systems from the maker of its own model."""

    makers = serializers.DictField(child=serializers.CharField(allow_blank=True))


class Makers(Resource):
    @Operation("read_makers", answer=MakersShape)
    def get(self, batch: int) -> dict[str, object]:
        """Return the makers of all systems and judges of the batch."""
        return {"makers": makers_of([self.batch(batch)])}

    @Operation("declare_makers", body=MakersShape, answer=MakersShape)
    def post(self, batch: int, sent: Mapping[str, Mapping[str, str]]) -> dict[str, object]:
        """Store the makers of the named systems and judges. Other makers do not change."""
        row = self.batch(batch, write=True)
        declare_makers(batch=row, makers=sent["makers"], by=self.user)
        return {"makers": makers_of([row])}
