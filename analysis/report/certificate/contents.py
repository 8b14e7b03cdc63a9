"""The contents of a certificate. Its JSON Schema is `docs/certificate.schema.json`."""

from datetime import date
from typing import Any, Literal

from pydantic import AwareDatetime, BaseModel, ConfigDict, Field

from analysis.data.facts import Level


class Stated(BaseModel):
    """A part of a certificate: no other fields, and never changed."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Figure(Stated):
    """A figure with its 95 % interval, from `n` units; or null and the reason."""

    value: float | None
    low: float | None
    high: float | None
    n: int
    reason: str = ""


class Judge(Stated):
    """Who judged: the model and everything that it was asked with."""

    run: str
    model: str
    prompt_sha256: str = Field(description="Of the prompt’s wording; blank for imported replies.")
    parameters: dict[str, Any]
    orders: str
    samples: int
    criteria: list[str] = Field(description="That were asked about; none for all.")
    one_prompt_per_criterion: bool
    not_shown: list[str] = Field(description="Fields that people saw and the judge did not.")


class Rubric(Stated):
    """What was asked."""

    name: str
    version: int
    sha256: str


class Data(Stated):
    """What was judged. The hash is of the ids, fields and outputs of the locked half's HITs."""

    dataset: str
    sha256: str
    sample: str = Field(description="How the batch's items were chosen.")
    half: str = Field(description="How the locked half was chosen.")
    items: int
    hits: int


class Replies(Stated):
    """The judge's replies: those read in full, and the others by the code of their problem."""

    read: int
    refused: dict[str, int]


class Agreement(Stated):
    """A criterion: how close the judge is to people, and people to each other."""

    criterion: str
    title: str
    level: Level
    statistic: str
    judge: Figure
    people: Figure = Field(description="Each person against the others: the ceiling.")
    difference: Figure = Field(description="The judge's figure less a person's.")
    verdict: Literal["not worse", "worse", "too few to tell"] | None
    coverage: float = Field(description="The share of people's units that the judge rated.")
    bias: Figure | None = Field(description="The judge's mean less people's.")
    first_shown: Figure | None = Field(description="How often it prefers the output shown first.")
    consistency: Figure | None = Field(description="How often it says the same in both orders.")
    length: Figure | None = Field(
        default=None, description="What it adds to people’s ratings per doubling of the length."
    )
    own_family: Figure | None = Field(
        default=None, description="What it adds to people’s ratings of outputs by its own maker."
    )


class Declared(Stated):
    """What was declared before the batch was published."""

    margin: float | None = Field(description="How much less close than a person it may be.")
    sha256: str = Field(description="Of the declaration; blank where none was made.")


class Certificate(Stated):
    """One judge on the locked half of a batch's items."""

    format: Literal["rateroom-certificate-1"] = "rateroom-certificate-1"
    batch: int = Field(description="Its number on the site that issued the certificate.")
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
