"""Panels that send people to a batch: parameters, signing secrets, and the pages that people are
sent to when they leave."""

from collections.abc import Mapping
from typing import Any, ClassVar, cast

from django.http import Http404, HttpRequest
from rest_framework import serializers
from rest_framework.request import Request

from api.operations import Operation, Resource
from api.resources.shapes import ModelTerms, Money, Shape, names
from hits.batch_locks import lock_batch
from hits.models import Batch
from recruiting.models import Panel, Unproven
from recruiting.panels.presets import PRESETS
from recruiting.panels.rows import EXITS, PanelRow, panel_from, panel_rows
from recruiting.panels.storing import TERMS, renew_secret, save_panel


class ExitShape(Shape):
    """How people leave: with a completion code, a URL that starts with https://, or both. The URL
    can contain {code} and parameter names in braces."""

    code = serializers.CharField(required=False, allow_blank=True, default="", max_length=100)
    address = serializers.CharField(required=False, allow_blank=True, default="", max_length=500)


class ExitsShape(Shape):
    """The exit for each outcome. An outcome that you leave out has no exit."""

    def get_fields(self) -> dict[str, Any]:
        """Return one field for each outcome."""
        return {outcome.value: ExitShape(required=False) for outcome in EXITS}


class PanelShape(serializers.Serializer):
    """A panel of the batch. `address` is the URL that the panel must send people to. `people` is
    the number of people who came from the panel. `money` is the maximum that people from the panel
    can earn in total. `unproven` says what happens when a known id arrives from another browser."""

    id = serializers.IntegerField(source="panel.pk")
    name = serializers.CharField(source="panel.name")
    person_parameter = serializers.CharField(source="panel.person_parameter")
    session_parameter = serializers.CharField(source="panel.session_parameter")
    other_parameters = serializers.ListField(
        child=serializers.CharField(), source="panel.other_parameters"
    )
    most_people = serializers.IntegerField(source="panel.most_people")
    cap = serializers.IntegerField(source="panel.cap")
    newcomers_per_network = serializers.IntegerField(source="panel.newcomers_per_network")
    crowded_at = serializers.DateTimeField(source="panel.crowded_at", allow_null=True)
    unproven = serializers.ChoiceField(choices=Unproven.choices, source="panel.unproven")
    signed_entry = serializers.BooleanField(source="panel.signed_entry")
    exits = serializers.DictField(
        child=serializers.DictField(child=serializers.CharField()), source="panel.exits"
    )
    address = serializers.CharField()
    people = serializers.IntegerField()
    money = Money()


class PanelsShape(serializers.Serializer):
    """The panels of the batch, by name."""

    panels = PanelShape(many=True)


class PanelTerms(ModelTerms):
    """Settings of a panel. Settings that you leave out do not change. If you send `exits`, they
    replace all stored exits."""

    other_parameters = serializers.ListField(
        child=serializers.CharField(max_length=40), required=False, max_length=20
    )
    exits = ExitsShape(required=False)

    class Meta:
        model = Panel
        fields = names(*TERMS, "exits")
        extra_kwargs: ClassVar[dict[str, object]] = {name: {"required": False} for name in TERMS}


class NewPanel(PanelTerms):
    """A new panel. `preset` names a known panel (see `list_panel_presets`) whose settings the new
    panel starts with."""

    preset = serializers.ChoiceField(choices=sorted(PRESETS), required=False)

    class Meta(PanelTerms.Meta):
        fields = names(*PanelTerms.Meta.fields, "preset")


class PresetShape(serializers.Serializer):
    """Known settings of a panel: its parameters, the URL that people are sent to when they finish,
    and a note on what you need to add."""

    preset = serializers.CharField()
    name = serializers.CharField()
    person_parameter = serializers.CharField()
    session_parameter = serializers.CharField()
    other_parameters = serializers.ListField(child=serializers.CharField())
    address = serializers.CharField()
    note = serializers.CharField()


class PresetsShape(serializers.Serializer):
    """All panels with known settings."""

    presets = PresetShape(many=True)


class PanelPresets(Resource):
    @Operation("list_panel_presets", answer=PresetsShape)
    def get(self) -> dict[str, object]:
        """List the panels with known settings."""
        return {
            "presets": [
                {
                    "preset": key,
                    "name": preset.name,
                    "person_parameter": preset.person,
                    "session_parameter": preset.session,
                    "other_parameters": preset.others,
                    "address": preset.address,
                    "note": str(preset.note),
                }
                for key, preset in PRESETS.items()
            ]
        }


class Panels(Resource):
    @Operation("list_panels", answer=PanelsShape)
    def get(self, batch: int) -> dict[str, object]:
        """List the batch's panels."""
        return {"panels": _rows(self.request, self.batch(batch))}

    @Operation("add_panel", body=NewPanel, answer=PanelShape, status=201)
    def post(self, batch: int, sent: dict[str, Any]) -> PanelRow:
        """Add a panel. Then give the panel's operator the new `address`."""
        row = self.batch(batch, write=True)
        panel = panel_from(row, PRESETS.get(sent.pop("preset", "")))
        return _row(self.request, saved(self, panel, sent))


class OnePanel(Resource):
    def entity(self) -> Mapping[str, object]:
        """Return the panel as a GET request does, and lock the batch until the write is done."""
        lock_batch(self.batch(self.kwargs["batch"]).pk)
        return PanelShape(
            _row(self.request, panel_of(self, self.kwargs["batch"], self.kwargs["pk"]))
        ).data

    @Operation("read_panel", answer=PanelShape)
    def get(self, batch: int, pk: int) -> PanelRow:
        """Return one panel."""
        return _row(self.request, panel_of(self, batch, pk))

    @Operation("change_panel", body=PanelTerms, answer=PanelShape)
    def patch(self, batch: int, pk: int, sent: dict[str, object]) -> PanelRow:
        """Change the panel's settings. The new settings apply to people who arrive from now on."""
        lock_batch(self.batch(batch, write=True).pk)  # because omitted settings keep their values
        return _row(self.request, saved(self, panel_of(self, batch, pk, write=True), sent))


class PanelSecretShape(serializers.Serializer):
    """The secret that the panel signs URLs with. The secret is shown only once."""

    secret = serializers.CharField()


class PanelSecret(Resource):
    @Operation("renew_panel_secret", answer=PanelSecretShape, secret=True)
    def post(self, batch: int, pk: int) -> dict[str, str]:
        """Create a new signing secret. URLs signed with the old secret stop working."""
        panel = panel_of(self, batch, pk, write=True)
        return {"secret": renew_secret(panel=panel, key=self.write_key, by=self.user)}


def saved(view: Resource, panel: Panel, sent: dict[str, Any]) -> Panel:
    """Store the settings of the panel, and return the panel. Raises FieldsError if a setting is
    invalid."""
    exits = sent.pop("exits", panel.exits)
    for name, value in sent.items():
        setattr(panel, name, value)
    return save_panel(panel=panel, exits=exits, by=view.user)


def panel_of(view: Resource, batch: int, pk: int, *, write: bool = False) -> Panel:
    """Return the panel. Raises Http404 if the batch has no such panel, and Http404 or
    PermissionDenied if the user has no access to the batch."""
    row = view.batch(batch, write=write)
    panel = Panel.objects.filter(batch=row, pk=pk).first()
    if panel is None:
        raise Http404
    panel.batch = row
    return panel


def _rows(request: Request, batch: Batch) -> list[PanelRow]:
    # DRF's request wraps Django's.
    return panel_rows(cast("HttpRequest", request), batch)


def _row(request: Request, panel: Panel) -> PanelRow:
    return next(row for row in _rows(request, panel.batch) if row.panel.pk == panel.pk)
