"""The kind `checklist`, which asks one or more yes-or-no steps about every entry of a list. A gated
step is asked only after a yes."""

from surveys.kinds.checklist.section import ChecklistSection as Section

__all__ = ["Section"]
