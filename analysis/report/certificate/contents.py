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
    prompt_sha256: str = Field(description="Of the prompt’s wording; for imports, as stated.")
    parameters: dict[str, Any]
    orders: str
    samples: int
    criteria: list[str] = Field(description="Criteria in the prompts; empty for all.")
    one_prompt_per_criterion: bool
    not_shown: list[str] = Field(description="Fields that people saw and the judge did not.")


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
    people: Figure = Field(description="Each person against the others: the ceiling.")
    difference: Figure = Field(description="The judge's figure minus a person's.")
    verdict: Literal["not worse", "worse", "too few to tell"] | None
    coverage: float = Field(description="The share of people's units that the judge rated.")
    bias: Figure | None = Field(description="The judge's mean minus people's.")
    first_shown: Figure | None = Field(description="How often the judge prefers the first output.")
    consistency: Figure | None = Field(description="How often both orders give one verdict.")
    length: Figure | None = Field(
        default=None, description="Effect of a doubled length, beyond that on people’s ratings."
    )
    own_family: Figure | None = Field(
        default=None, description="Effect of its own maker, beyond that on people’s ratings."
    )


class Declared(Stated):
    """Settings declared before the batch was published."""

    margin: float | None = Field(description="How much less close to people the judge can be.")
    sha256: str = Field(description="Of the declaration; blank if there is none.")


class Certificate(Stated):
    """The results of one judge on the locked half of a batch's items."""

    format: Literal["rateroom-certificate-1"] = "rateroom-certificate-1"
    batch: int = Field(description="The batch's number on the site that issued this.")
    issued: AwareDatetime
    valid_until: date
    simulated: bool = Field(description="Whether the data are a demonstration's.")
    look: int = Field(description="Which run on the locked half this is, from 1.")
    looks: int = Field(description="How many runs on the locked half there are.")
    judge: Judge
    rubric: Rubric
    data: Data
    people: int
    replies: Replies
    agreement: list[Agreement]
    declared: Declared
