"""The page of a panel that sends people to a batch: its settings, completion codes and URLs."""

from typing import Any, ClassVar

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.template.response import TemplateResponse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from core.database.field_checks import add_errors
from core.errors import FieldsError, RateroomError
from desk.recruiting.forms import NEWCOMERS_HELP
from hits.access import batch_for_researcher
from people.access import user_of
from recruiting.models import Panel
from recruiting.models.panels import new_signing_key
from recruiting.panels.presets import PRESETS
from recruiting.panels.rows import EXITS, panel_from
from recruiting.panels.signing import secret_of
from recruiting.panels.storing import TERMS, check_exits, save_panel


class PanelForm(forms.ModelForm):
    """The form for a panel's settings, with a completion code and a URL for each outcome."""

    class Meta:
        model = Panel
        fields = TERMS
        help_texts: ClassVar[dict[str, object]] = {
            "person_parameter": gettext_lazy(
                "The name of this parameter in the link that people open."
            ),
            "session_parameter": gettext_lazy("Leave blank if the panel has no such parameter."),
            "other_parameters": gettext_lazy("Names of parameters, separated by commas."),
            "newcomers_per_network": NEWCOMERS_HELP,
            "unproven": gettext_lazy("Applies to people who cannot prove that the ID is theirs."),
            "signed_entry": gettext_lazy(
                "The panel signs each link with a secret, which this page shows after you save."
            ),
        }

    new_secret = forms.BooleanField(
        required=False,
        label=gettext_lazy("Replace the signing secret"),
        help_text=gettext_lazy("Links signed with the old secret stop working."),
    )
    ways_in = (*Meta.fields, "new_secret")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if self.instance.pk is None:
            del self.fields["new_secret"]
        for outcome in EXITS:
            stored = self.instance.exits.get(outcome, {})
            for part, word in (("code", _("Code")), ("address", _("Address"))):
                self.fields[f"{outcome}_{part}"] = forms.CharField(
                    required=False,
                    max_length=100 if part == "code" else 500,
                    label=f"{outcome.label}: {word}",
                    initial=stored.get(part, ""),
                )

    def clean(self) -> dict[str, object]:
        cleaned: dict[str, Any] = super().clean() or {}
        named = [cleaned.get(f"{name}_parameter", "") for name in ("person", "session")]
        try:
            check_exits(self.exits(), [*named, *(cleaned.get("other_parameters") or [])])
        except FieldsError as error:
            add_errors(self, error)
        return cleaned

    def save(self, commit: bool = True) -> Panel:
        if self.cleaned_data.get("new_secret"):
            self.instance.signing_key = new_signing_key()
        panel: Panel = super().save(commit=commit)
        return panel

    def exits(self) -> dict[str, dict[str, str]]:
        """Return the completion codes and URLs by outcome, in the form of `Panel.exits`."""
        return {
            outcome.value: {
                part: self.cleaned_data.get(f"{outcome}_{part}", "") for part in ("code", "address")
            }
            for outcome in EXITS
        }


def panel_page(
    request: HttpRequest, frame: dict[str, object], pk: int, panel_pk: int | None = None
) -> HttpResponse:
    """Show the form for a new or existing panel, or save the panel. A new panel starts with the
    values of the chosen provider."""
    batch = batch_for_researcher(user_of(request), pk, write=True)
    preset = PRESETS.get(request.GET.get("preset", ""))
    if panel_pk is None:
        panel = panel_from(batch, preset)
    else:
        panel = get_object_or_404(Panel, pk=panel_pk, batch=batch)
    form = PanelForm(request.POST or None, instance=panel)
    if request.method == "POST" and form.is_valid():
        try:
            save_panel(panel=form.save(commit=False), exits=form.exits(), by=user_of(request))
        except RateroomError as error:
            add_errors(form, error)
        else:
            messages.success(request, _("Saved."))
            if {"signed_entry", "new_secret"} & set(form.changed_data) and panel.signed_entry:
                return redirect("admin:panel", batch.pk, panel.pk)  # that page shows the secret
            return redirect("admin:links", batch.pk)
    context = {
        **frame,
        "title": panel.name or _("New panel"),
        "batch": batch,
        "form": form,
        "note": preset.note if preset else "",
        "secret": secret_of(panel) if panel.pk and panel.signed_entry else "",
    }
    return TemplateResponse(request, "desk/panel.html", context)
