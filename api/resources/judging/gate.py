"""The gate: a judge's certificate against its replies of today."""

from typing import NotRequired, TypedDict

from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext as _
from rest_framework import serializers
from rest_framework.request import Request

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
    """A form with the certificate and a file of raw replies, JSON Lines or CSV. `on`: the batch
    that the replies are about, blank for the certificate's. `margin` is used where none was
    declared. `alpha` is the chance of a false alarm in total, `power` that of finding an agreement
    `distance` below the bound, or scores moved by `shift` standard deviations. Without `labels`
    agreement with people is not tested.
    """

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
    """The same, once it is checked."""

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
    def post(self, _request: Request, batch: int, sent: Sent) -> BackgroundTask:
        """Have a worker check a certificate of the batch. The task's `result` has the `outcome`
        (passed, refused or undecided), its `reasons`, and the figures of `drift` and
        `agreement`."""
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
    """Raises Invalid."""
    if (file.size or 0) > most:
        what = _("The file is larger than %(most)s bytes.") % {"most": f"{most:,}"}
        raise Invalid([Problem(what, name)])
