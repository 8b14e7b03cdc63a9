"""`checklist`: for every entry of a list, yes or no in one or more steps; a gated step is asked
only after a yes.
"""

from surveys.kinds.checklist.section import ChecklistSection as Section

__all__ = ["Section"]
