"""The personal data in the pages around the work: people's answers about themselves, and their
consents."""

from collections.abc import Iterable, Mapping

from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from people.models import User
from people.personal_data.keepers import BLANKED, STAYS, Keeper, Row, Table
from recruiting.around.models import ConsentDecision, PageAnswer, PageVisit


def told(user: User) -> Iterable[Row]:
    own = PageAnswer.objects.filter(visit__enrolment__annotator=user).order_by("pk")
    return own.values(
        "question",
        "number",
        "text",
        page=F("visit__version__name"),
        batch=F("visit__enrolment__batch__title"),
    )


def consents(user: User) -> Iterable[Row]:
    own = ConsentDecision.objects.filter(enrolment__annotator=user).order_by("pk")
    return own.values(
        "decision",
        "decided_at",
        "language",
        page=F("version__name"),
        sha256=F("version__sha256"),
        batch=F("enrolment__batch__title"),
    )


def erase(user: User, _texts: bool) -> Mapping[str, int]:
    """Delete the person's answers about themselves, and return their number. The person's consents
    are kept as proof."""
    answers = PageAnswer.objects.filter(visit__enrolment__annotator=user).delete()[0]
    visits = PageVisit.objects.filter(enrolment__annotator=user, forgotten_at=None)
    visits.update(forgotten_at=timezone.now())
    return {"told about themselves": answers}


KEEPER = Keeper(
    tables=(Table("about-you", told), Table("consents", consents)),
    fields={"around.PageVisit.enrolment": BLANKED, "around.ConsentDecision.enrolment": STAYS},
    goes=(_("personal details and questionnaire answers"),),
    stays=(_("consent decisions (agreed, declined or withdrew), with the text and the date"),),
    erase=erase,
    # These tables hold questions and other people's answers.
    apart=frozenset(
        {"around.PageVersion", "around.PageVisit", "around.PageAnswer", "around.ConsentDecision"}
    ),
)
