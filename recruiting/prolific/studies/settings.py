"""Settings of a study and their limits. An owner chooses the settings before creating the study at
Prolific."""

from collections.abc import Collection
from dataclasses import dataclass, field

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from core.errors import RateroomError
from hits.models import Batch
from recruiting.prolific.models import Study, every_device, label_of, least_time
from stimuli.models import Output


class StudyRefused(RateroomError):
    """Raised if a study cannot be created or changed. `field` names the invalid setting, if any."""

    def __init__(self, what: str, *, where: str = "", remedy: str = "", field: str = "") -> None:
        super().__init__(what, where=where, remedy=remedy)
        self.field = field


@dataclass(frozen=True)
class StudySettings:
    """Settings of a study: texts for participants, and requirements for participants and their
    devices. An empty setting sets no limit. Countries and languages have Prolific's English
    names."""

    description: str = ""
    devices: Collection[str] = field(default_factory=every_device)
    needs_sound: bool = False
    most_minutes: int | None = None
    countries: Collection[str] = ()
    languages: Collection[str] = ()
    least_approval: int | None = None
    return_message: str = ""


NAMES = tuple(StudySettings.__dataclass_fields__)


def current_settings(batch: Batch) -> StudySettings:
    """Return the settings of the batch's study, or the default settings if it has no study."""
    study = Study.objects.filter(batch=batch).first()
    if study is not None:
        return StudySettings(**{name: getattr(study, name) for name in NAMES})
    played = (Output.Kind.AUDIO, Output.Kind.VIDEO)
    outputs = Output.objects.filter(item__dataset=batch.dataset_id, kind__in=played)
    return StudySettings(description=batch.description or batch.title, needs_sound=outputs.exists())


def check_settings(study: Study) -> None:
    """Raise StudyRefused for the first setting that Prolific would refuse."""
    if not study.description.strip():
        raise StudyRefused(
            _("Describe the study. People use the description to decide whether to take part."),
            where=label_of(Study, "description"),
            field="description",
        )
    if not study.devices:
        raise StudyRefused(
            _("Choose at least one device."), where=label_of(Study, "devices"), field="devices"
        )
    try:
        study.clean_fields(exclude={each.name for each in Study._meta.fields} - set(NAMES))
    except ValidationError as error:
        name, messages = next(iter(error.message_dict.items()))
        raise StudyRefused(messages[0], where=label_of(Study, name), field=name) from None
    least = least_time(study.minutes)
    if study.most_minutes is not None and study.most_minutes < least:
        raise StudyRefused(
            _(
                "For sessions of %(minutes)d minutes, Prolific requires a limit of at least "
                "%(least)d minutes."
            )
            % {"minutes": study.minutes, "least": least},
            where=label_of(Study, "most_minutes"),
            field="most_minutes",
        )
