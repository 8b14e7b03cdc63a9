"""Links to the actions on an annotator, and the page to pause, end or resume participation."""

from collections.abc import Mapping
from types import MappingProxyType

from django import forms
from django.http import Http404, HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from desk.annotators.forms import HoldForm
from desk.pages import ActPage, PageLink, Question, Values
from hits.access import batch_for_researcher
from hits.models import Batch, Enrolment, Exclusion, Suspension
from hits.queue.enrolments import pause_enrolment, readmit_enrolment, stop_enrolment
from hits.queue.suspensions import Hold, end_suspension, hold_on, suspend

# The button for each decision.
DECISIONS: Mapping[str, str | Promise] = MappingProxyType(
    {
        "pause batch": gettext_lazy("Pause in this batch"),
        "end batch": gettext_lazy("Remove from this batch"),
        "resume batch": gettext_lazy("Resume in this batch"),
        "pause project": gettext_lazy("Pause in the project"),
        "end project": gettext_lazy("Remove from the project"),
        "resume project": gettext_lazy("Resume in the project"),
    }
)


def enrolment_of(batch: Batch, pk: int) -> Enrolment:
    """Return one person's participation in the batch. Raises Http404 if there is none."""
    enrolments = Enrolment.objects.select_related(
        "annotator", "batch", "annotator_figures", "stopped_by"
    )
    enrolment = enrolments.filter(batch=batch, pk=pk).first()
    if enrolment is None:
        raise Http404
    return enrolment


def acts_on(person: Enrolment, hold: Hold | None) -> list[PageLink]:
    """Return links to the actions that are now possible for this annotator. They appear on the
    annotator's page and in the review."""
    batch = person.batch_id
    query = {"annotator": person.pseudonym, "state": "all", "everything": "on"}
    links = [PageLink(_("Message"), reverse("admin:message_thread", args=[person.pk]))]
    if person.submitted:
        bonus = reverse("admin:pay_response_bonuses", args=[batch], query=query)
        exclude = reverse("admin:exclude_responses", args=[batch], query=query)
        links += [PageLink(_("Pay bonus"), bonus), PageLink(_("Exclude responses"), exclude)]
        if Exclusion.objects.filter(assignment__enrolment=person, taken_back_at=None).exists():
            undo = reverse("admin:exclusions", args=[batch])
            links.append(PageLink(_("Excluded responses"), undo))
    page = reverse("admin:hold_annotator", args=[batch, person.pk])
    return links + [
        PageLink(f"{DECISIONS[name]} …", f"{page}?decision={name.replace(' ', '+')}")
        for name in _open_decisions(person, hold)
    ]


def _open_decisions(person: Enrolment, hold: Hold | None) -> list[str]:
    in_project, is_pause = bool(hold and hold.in_project), bool(hold and hold.is_pause)
    status = person.status
    is_open = {
        "resume project": in_project,
        "resume batch": not in_project and status != Enrolment.Status.ACTIVE,
        "pause batch": not in_project and status == Enrolment.Status.ACTIVE,
        "end batch": status != Enrolment.Status.STOPPED,
        "pause project": not in_project,
        "end project": not in_project or is_pause,
    }
    return [name for name, can_be in is_open.items() if can_be]


class HoldPerson(ActPage):
    """The confirmation page to pause, end or resume participation. The query parameter `decision`
    chooses the action."""

    form_class = HoldForm

    def check_access(self) -> None:
        self.batch = batch_for_researcher(self.user, self.kwargs["pk"], write=True)
        self.person = enrolment_of(self.batch, self.kwargs["enrolment"])
        self.back = self.person.pseudonym
        sent = self.request.POST if self.request.method == "POST" else self.request.GET
        self.decision = sent.get("decision", "")
        self.title = DECISIONS.get(self.decision, "")

    def dispatch(self, request: HttpRequest, *args: object, **kwargs: object) -> HttpResponseBase:
        response = super().dispatch(request, *args, **kwargs)
        return response if self.decision in DECISIONS else redirect(self.get_success_url())

    @property
    def resumes(self) -> bool:
        return self.decision.startswith("resume")

    def get_initial(self) -> Values:
        reason = _("We are checking your answers before you continue.")
        return {**super().get_initial(), "decision": self.decision, "reason": reason}

    def get_form(self, form_class: type[forms.Form] | None = None) -> forms.Form:
        form = super().get_form(form_class)
        if self.resumes:
            del form.fields["reason"]
        return form

    def question(self, _cleaned: Values) -> Question | None:
        if self.decision not in DECISIONS:
            return None
        button = str(DECISIONS[self.decision])
        if self.resumes:
            follows = []
        else:
            follows = [
                _(
                    "The person gets no more HITs and loses the HIT in progress. Their "
                    "submitted responses are kept and paid as usual. You can exclude these "
                    "responses from the results separately."
                )
            ]
        text = f"{self.person.pseudonym}: {button}?"
        return Question(text, follows, button, takes=self.decision.startswith("end"))

    def write(self, cleaned: Values) -> str:
        act, scope = self.decision.split()
        decide = self._in_batch if scope == "batch" else self._in_project
        decide(act, cleaned.get("reason", ""))
        if self.resumes:
            return self._resumed(in_project=scope == "project")
        hold = Hold("", is_pause=act == "pause", in_project=scope == "project")
        return f"{self.person.pseudonym}: {hold.for_researchers}"

    def _resumed(self, *, in_project: bool) -> str:
        """Return a sentence about the resumption. If the person is still blocked in this batch, a
        second sentence says why."""
        if not in_project:
            return _("Resumed in this batch.")
        self.person.refresh_from_db(fields=["status", "stop_reason"])
        hold = hold_on(self.batch, self.person.annotator, self.person)
        done = _("Resumed in the project.")
        return f"{done} {hold.for_researchers}" if hold else done

    def _in_batch(self, act: str, reason: str) -> None:
        if act == "resume":
            readmit_enrolment(enrolment_id=self.person.pk, by=self.user)
            return
        hold = pause_enrolment if act == "pause" else stop_enrolment
        hold(enrolment_id=self.person.pk, reason=reason, by=self.user)

    def _in_project(self, act: str, reason: str) -> None:
        project_id, user_id = self.batch.project_id, self.person.annotator_id
        if act == "resume":
            end_suspension(project_id=project_id, user_id=user_id, by=self.user)
            return
        kind = Suspension.Kind.PAUSED if act == "pause" else Suspension.Kind.STOPPED
        suspend(project_id=project_id, user_id=user_id, kind=kind, reason=reason, by=self.user)

    def get_success_url(self) -> str:
        return reverse("admin:annotator", args=[self.batch.pk, self.person.pk])
