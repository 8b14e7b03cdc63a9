"""The contents of a certificate. Its JSON Schema is `docs/certificate.schema.json`."""

from datetime import date
from typing import Any, Literal

from pydantic import AwareDatetime, BaseModel, ConfigDict, Field

from analysis.data.facts import Level


class Stated(BaseModel):
    """The base class of a certificate's parts. An instance cannot change, and unknown fields are
    rejected."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Figure(Stated):
    """A statistic with its 95 % interval, from `n` units; `value` is null if it has a `reason`."""

    value: float | None
    low: float | None
    high: float | None
    n: int
    reason: str = ""


class Judge(Stated):
    """The judge: its model, prompt and settings."""

    run: str
    model: str
    prompt_sha256: str = Field(
        description="SHA-256 of the prompt’s wording. For imported replies, as stated in the "
        "import."
    )
    parameters: dict[str, Any]
    orders: str
    samples: int
    criteria: list[str] = Field(description="Criteria in the prompts. Empty: all criteria.")
    one_prompt_per_criterion: bool
    not_shown: list[str] = Field(
        description="Fields of the items that people saw and the judge did not see."
    )


class Rubric(Stated):
    """The rubric that people and the judge answered."""

    name: str
    version: int
    sha256: str


class Data(Stated):
    """The rated items. The hash is of the ids, fields and outputs of the locked half's HITs."""

    dataset: str
    sha256: str
    sample: str = Field(description="How the batch's items were chosen.")
    half: str = Field(description="How the locked half was chosen.")
    items: int
    hits: int


class Replies(Stated):
    """The number of the judge's replies that were read in full, and the numbers of other replies by
    error code."""

    read: int
    refused: dict[str, int]


class Agreement(Stated):
    """The results on one criterion: how close the judge is to people, and how close people are to
    each other."""

    criterion: str
    title: str
    level: Level
    statistic: str
    judge: Figure
    people: Figure = Field(
        description="How close each person is to the other people. This is the ceiling for the "
        "judge."
    )
    difference: Figure = Field(description="The judge's value minus a person's value.")
    verdict: Literal["not worse", "worse", "too few to tell"] | None
    coverage: float = Field(description="The share of people's units that the judge rated.")
    bias: Figure | None = Field(description="The judge's mean minus people's.")
    first_shown: Figure | None = Field(
        description="How often the judge prefers the output shown first."
    )
    consistency: Figure | None = Field(
        description="How often the judge gives the same verdict for both orders of the outputs."
    )
    length: Figure | None = Field(
        default=None,
        description="Effect of twice the length on the judge’s ratings, beyond the effect on "
        "people’s ratings.",
    )
    own_family: Figure | None = Field(
        default=None,
        description="How much the judge favours outputs of its own maker, beyond people’s ratings.",
    )


class Declared(Stated):
    """Settings declared before the batch was published."""

    margin: float | None = Field(
        description="How much less close to people the judge can be than a person is."
    )
    sha256: str = Field(description="SHA-256 of the declaration. Blank: nothing was declared.")


class Certificate(Stated):
    """The results of one judge on the locked half of a batch's items."""

    format: Literal["rateroom-certificate-1"] = "rateroom-certificate-1"
    batch: int = Field(description="The batch's number on the site that issued the certificate.")
    issued: AwareDatetime
    valid_until: date
    simulated: bool = Field(
        description="Whether the data are simulated, for example from the demo."
    )
    look: int = Field(description="Number of this run among the runs on the locked half, from 1.")
    looks: int = Field(description="Number of runs on the locked half.")
    judge: Judge
    rubric: Rubric
    data: Data
    people: int
    replies: Replies
    agreement: list[Agreement]
    declared: Declared
