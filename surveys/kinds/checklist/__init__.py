"""The kind `checklist`, which asks one or more yes-or-no steps about every entry of a list. If the
steps are gated, a step is asked only after a yes to the previous step."""

from surveys.kinds.checklist.section import ChecklistSection as Section

__all__ = ["Section"]
