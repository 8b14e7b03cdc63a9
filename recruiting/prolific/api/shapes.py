"""The objects of Prolific's API as Prolific documents them, without the fields that we do not use.

An unknown state is read as `UNKNOWN`, because Prolific may add states.
"""

from datetime import datetime
from decimal import Decimal
from enum import StrEnum
from typing import Annotated

from pydantic import AliasChoices, BaseModel, BeforeValidator, ConfigDict, Field

# The parameters of Prolific's entry address: participant, study and submission.
ENTRY_PARAMETERS = ("PROLIFIC_PID", "STUDY_ID", "SESSION_ID")
# The webhook event that we subscribe to.
SUBMISSION_EVENT = "submission.status.change"


class StudyState(StrEnum):
    UNPUBLISHED = "UNPUBLISHED"
    SCHEDULED = "SCHEDULED"
    PUBLISHING = "PUBLISHING"
    ACTIVE = "ACTIVE"
    PAUSED = "PAUSED"
    AWAITING_REVIEW = "AWAITING REVIEW"
    COMPLETED = "COMPLETED"
    UNKNOWN = "UNKNOWN"


class SubmissionState(StrEnum):
    RESERVED = "RESERVED"
    ACTIVE = "ACTIVE"
    AWAITING_REVIEW = "AWAITING REVIEW"
    PROCESSING = "PROCESSING"
    APPROVED = "APPROVED"
    PARTIALLY_APPROVED = "PARTIALLY APPROVED"
    REJECTED = "REJECTED"
    RETURNED = "RETURNED"
    TIMED_OUT = "TIMED-OUT"
    SCREENED_OUT = "SCREENED OUT"
    UNKNOWN = "UNKNOWN"


class StudyAction(StrEnum):
    PUBLISH = "PUBLISH"
    PAUSE = "PAUSE"
    START = "START"
    STOP = "STOP"


class Device(StrEnum):
    DESKTOP = "desktop"
    TABLET = "tablet"
    MOBILE = "mobile"


class RejectionCategory(StrEnum):
    """Prolific's reasons for rejecting a submission."""

    TOO_QUICKLY = "TOO_QUICKLY"
    TOO_SLOWLY = "TOO_SLOWLY"
    FAILED_INSTRUCTIONS = "FAILED_INSTRUCTIONS"
    INCOMP_LONGITUDINAL = "INCOMP_LONGITUDINAL"
    FAILED_CHECK = "FAILED_CHECK"
    LOW_EFFORT = "LOW_EFFORT"
    MALINGERING = "MALINGERING"
    NO_CODE = "NO_CODE"
    BAD_CODE = "BAD_CODE"
    NO_DATA = "NO_DATA"
    UNSUPP_DEVICE = "UNSUPP_DEVICE"
    OTHER = "OTHER"


def _known(states: type[StrEnum]) -> BeforeValidator:
    names = frozenset(state.value for state in states)
    return BeforeValidator(lambda value: value if value in names else "UNKNOWN")


class _Received(BaseModel):
    model_config = ConfigDict(extra="ignore", frozen=True)


class Study(_Received):
    """A study with its state at Prolific. `reward` is in cents."""

    id: str = Field(min_length=1, max_length=64)
    status: Annotated[StudyState, _known(StudyState)] = StudyState.UNKNOWN
    internal_name: str | None = ""
    external_study_url: str | None = ""
    total_available_places: int = 0
    places_taken: int = 0
    reward: int = 0


class Filter(_Received):
    """A filter for a study's participants. `choices` has the labels of a "select" filter, by id."""

    filter_id: str = ""
    type: str = ""
    choices: dict[str, object] | None = None


class Submission(_Received):
    """A person's submission to a study. `bonus_payments` is in cents."""

    id: str = Field(min_length=1, max_length=64)
    status: Annotated[SubmissionState, _known(SubmissionState)] = SubmissionState.UNKNOWN
    study_id: str = ""
    participant: str = Field(
        "", validation_alias=AliasChoices("participant", "participant_id"), max_length=64
    )
    started_at: datetime | None = None
    completed_at: datetime | None = None
    entered_code: str | None = None
    bonus_payments: list[float] | None = None
    return_requested: datetime | None = None

    @property
    def bonuses(self) -> list[int]:
        """Return the amounts of the bonuses that were paid, in cents."""
        return sorted(round(amount) for amount in self.bonus_payments or [])


class BonusSetUp(_Received):
    """A bonus that was prepared but not yet paid."""

    id: str = Field(min_length=1, max_length=64)


class Account(_Received):
    """The account that owns a token, or one of the account's workspaces."""

    id: str = Field(min_length=1)


class HookSecret(_Received):
    value: str = Field(min_length=1)


class Subscription(_Received):
    id: str = Field(min_length=1, max_length=64)
    event_type: str = ""
    target_url: str = ""


class Page(_Received):
    """One page of a paginated list from Prolific."""

    results: list[object] = Field(default_factory=list)


class StudyDraft(BaseModel):
    """Data of a new study. `reward` is in cents, and times are in minutes. An empty list sets no
    limit."""

    name: str
    internal_name: str
    description: str
    external_study_url: str
    prolific_id_option: str = "url_parameters"
    total_available_places: int
    estimated_completion_time: int
    maximum_allowed_time: int
    reward: int
    device_compatibility: list[str]
    peripheral_requirements: list[str]
    filters: list[dict[str, object]]
    completion_codes: list[dict[str, object]]
    project: str | None = None
    is_external_study_url_secure: bool | None = None
    submissions_config: dict[str, int] | None = None


def bonus_line(submission_id: str, amount: Decimal) -> str:
    """Return a line of Prolific's bonus list. The amount has two decimals, for example 1.50,
    although Prolific's rewards are in cents."""
    return f"{submission_id},{amount:.2f}\n"
