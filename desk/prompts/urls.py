"""Addresses of prompt templates, below the desk's."""

from desk.addresses import framed, moved
from desk.prompts import views

PROMPT_URLS = (
    framed("prompts/", views.PromptsPage, "prompts"),
    framed("prompts/write/", views.WritePrompt, "write_prompt"),
    framed("prompts/<bigint:pk>/", views.PromptPage, "prompt"),
    *moved(
        {
            "surveys/prompttemplate/": "prompts",
            "surveys/prompttemplate/add/": "write_prompt",
            "surveys/prompttemplate/<bigint:pk>/change/": "prompt",
        }
    ),
)
