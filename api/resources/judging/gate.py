"""The gate, which compares a judge's certificate with the judge's current replies."""

from typing import NotRequired, TypedDict

from django.core.files.uploadedfile import UploadedFile
from rest_framework import serializers

from analysis.gate.asking import (
    MOST_BYTES,
    MOST_BYTES_OF_CERTIFICATE,
    ask_for_check,
    read_certificate,
)
from analysis.gate.limits import Limits
from api.operations import Operation, Resource
from api.problems import Invalid
from api.resources.background import TaskShape
from core.database.whole_numbers import LARGEST
from core.errors import Problem
from core.tabular.uploaded import uploaded
from hits.models import BackgroundTask

DEFAULTS = Limits()


class GateAsk(serializers.Serializer):
    """A form with the certificate and a file of raw replies, as JSON Lines or CSV. `on` is the
    batch that the replies are about. If you leave it out, this is the certificate's batch. `margin`
    is used if the certificate has none. `alpha` is the total probability of a false alarm. `power`
    is the probability of detecting an agreement that is `distance` below what the margin allows, or
    scores shifted by `shift` standard deviations. Without `labels`, agreement with people is not
    tested."""

    certificate = serializers.FileField()
    replies = serializers.FileField()
    on = serializers.IntegerField(min_value=1, max_value=LARGEST, required=False)
    margin = serializers.FloatField(min_value=0.001, max_value=2, required=False)
    alpha = serializers.FloatField(min_value=0.005, max_value=0.2, default=DEFAULTS.alpha)
    power = serializers.FloatField(min_value=0.5, max_value=0.99, default=DEFAULTS.power)
    distance = serializers.FloatField(min_value=0.001, max_value=2, default=DEFAULTS.distance)
    shift = serializers.FloatField(min_value=0.001, max_value=10, default=DEFAULTS.shift)
    labels = serializers.BooleanField(default=True)


class Sent(TypedDict):
    """The validated input of a gate check."""

    certificate: UploadedFile
    replies: UploadedFile
    on: NotRequired[int]
    margin: NotRequired[float]
    alpha: float
    power: float
    distance: float
    shift: float
    labels: bool


class Gate(Resource):
    @Operation("check_certificate", body=GateAsk, answer=TaskShape, status=202, later=TaskShape)
    def post(self, batch: int, sent: Sent) -> BackgroundTask:
        """Check a certificate of the batch. A worker compares it with the replies. The task's
        `result` has the `outcome` (passed, refused or undecided), the `reasons`, and statistics on
        `drift` and `agreement`."""
        row = self.batch(batch, write=True)
        on = self.batch(sent["on"], write=True) if "on" in sent else row
        certificate, replies = sent["certificate"], sent["replies"]
        _check_size("certificate", certificate, MOST_BYTES_OF_CERTIFICATE)
        _check_size("replies", replies, MOST_BYTES)
        content = read_certificate(certificate.read(), str(certificate.name))
        with uploaded(replies) as path:
            return ask_for_check(
                batch=row,
                on=on,
                certificate=content,
                replies=path,
                margin=sent.get("margin"),
                limits=Limits(
                    alpha=sent["alpha"],
                    power=sent["power"],
                    distance=sent["distance"],
                    shift=sent["shift"],
                    labels=sent["labels"],
                ),
                by=self.user,
            )


def _check_size(name: str, file: UploadedFile, most: int) -> None:
    if (file.size or 0) > most:
        raise Invalid([Problem(f"The file is larger than {most:,} bytes.", name)])
