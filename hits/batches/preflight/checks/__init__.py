"""The checks in the order shown: each yields what it found in the staged sample."""

from hits.batches.preflight.checks import (
    doubled_outputs,
    duplicate_media,
    empty_outputs,
    missing_media,
    named_systems,
    other_language,
    short_outputs,
    small_media,
    unfilled_fields,
)

CHECKS = (
    missing_media,
    empty_outputs,
    named_systems,
    doubled_outputs,
    short_outputs,
    duplicate_media,
    small_media,
    other_language,
    unfilled_fields,
)
