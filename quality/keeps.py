"""The personal data in `quality`: statistics about people's work."""

from collections.abc import Iterable

from django.db.models import F
from django.utils.translation import gettext_lazy as _

from people.models import User
from people.personal_data.keepers import STAYS, Keeper, Row, Table
from quality.models import AnnotatorFigures


def figures(user: User) -> Iterable[Row]:
    own = AnnotatorFigures.objects.filter(enrolment__annotator=user)
    return own.values("measures", "flags", batch_title=F("enrolment__batch__title"))


KEEPER = Keeper(
    tables=(Table("measures", figures),),
    fields={"quality.AnnotatorFigures.enrolment": STAYS},
    # These tables hold computed numbers and names of measures.
    apart=frozenset({"quality.AnnotatorFold", "quality.AnnotatorFigures"}),
    stays=(_("statistics computed from the work, under a pseudonym"),),
)
