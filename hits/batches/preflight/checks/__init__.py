"""The list of all pre-publish checks, in the order in which pages show them."""

from hits.batches.preflight.base import Check
from hits.batches.preflight.checks.against_rubric import OtherLanguage, UnfilledFields
from hits.batches.preflight.checks.by_statement import (
    DoubledOutputs,
    DuplicateMedia,
    EmptyOutputs,
    ShortOutputs,
    SmallMedia,
)
from hits.batches.preflight.checks.missing_media import MissingMedia
from hits.batches.preflight.checks.named_systems import NamedSystems

CHECKS: tuple[Check, ...] = (
    MissingMedia(),
    EmptyOutputs(),
    NamedSystems(),
    DoubledOutputs(),
    ShortOutputs(),
    DuplicateMedia(),
    SmallMedia(),
    OtherLanguage(),
    UnfilledFields(),
)
