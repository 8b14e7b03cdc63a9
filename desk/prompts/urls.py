"""The addresses of prompt templates, below the desk's."""

from collections.abc import Callable
from typing import Any

from django.urls import URLPattern, path

from desk.moved import moved
from desk.prompts import views


def prompt_urls(framed: Callable[..., Any], guarded: Callable[..., Any]) -> list[URLPattern]:
    """`framed` gives a view what the frame needs; `guarded` only lets researchers in."""
    return [
        path("prompts/", framed(views.PromptsPage.as_view()), name="prompts"),
        path("prompts/write/", framed(views.WritePrompt.as_view()), name="write_prompt"),
        path("prompts/<bigint:pk>/", framed(views.PromptPage.as_view()), name="prompt"),
        *moved(
            guarded,
            {
                "surveys/prompttemplate/": "prompts",
                "surveys/prompttemplate/add/": "write_prompt",
                "surveys/prompttemplate/<bigint:pk>/change/": "prompt",
            },
        ),
    ]
