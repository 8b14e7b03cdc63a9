"""Rubrics and prompt templates in the admin."""

from surveys.admin.prompt_templates import PromptTemplateAdmin
from surveys.admin.versions import RubricVersionAdmin

__all__ = ["PromptTemplateAdmin", "RubricVersionAdmin"]
