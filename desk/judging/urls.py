"""The addresses of judge runs, their replies and model endpoints, below the desk's."""

from collections.abc import Callable
from typing import Any

from django.urls import URLPattern, path

from desk.judging import run, runs
from desk.judging.endpoints import EndpointPage, EndpointsPage
from desk.judging.replies import replies_file
from desk.judging.verdicts import RepliesPage, reply_page
from desk.judging.views import judge_batch
from desk.moved import moved


def judging_urls(framed: Callable[..., Any], guarded: Callable[..., Any]) -> list[URLPattern]:
    """`framed` gives a view what the frame needs; `guarded` only lets researchers in."""
    of_run, endpoint = "judges/<bigint:pk>/", framed(EndpointPage.as_view())
    prompts = "prompts/<slug:provider>.jsonl"
    return [
        path("judge/<bigint:pk>/", framed(judge_batch), name="judge_batch"),
        path("judge/<bigint:pk>/replies.csv", guarded(replies_file), name="replies_file"),
        path("judges/", framed(runs.RunsPage.as_view()), name="judge_runs"),
        path("judges/new/", guarded(runs.new_run), name="new_judge_run"),
        path(of_run, framed(run.run_page), name="judge_run"),
        path(f"{of_run}settings/", framed(runs.ChangeRun.as_view()), name="change_judge_run"),
        path(f"{of_run}progress/", guarded(run.run_progress), name="judge_run_progress"),
        path(f"{of_run}{prompts}", guarded(run.prompts_file), name="judge_run_prompts"),
        path(f"{of_run}results/", guarded(run.import_file), name="judge_run_results"),
        *(
            path(f"{of_run}{action}/", framed(run.act), {"action": action}, f"{action}_judge_run")
            for action in run.ACTIONS
        ),
        path("judges/replies/", framed(RepliesPage.as_view()), name="judge_replies"),
        path("judges/replies/<bigint:pk>/", framed(reply_page), name="judge_reply"),
        path("judges/endpoints/", framed(EndpointsPage.as_view()), name="endpoints"),
        path("judges/endpoints/new/", endpoint, name="new_endpoint"),
        path("judges/endpoints/<bigint:pk>/", endpoint, name="endpoint"),
        *moved(
            guarded,
            {
                "judges/judgerun/": "judge_runs",
                "judges/judgerun/add/": "judge_runs",
                "judges/judgerun/<bigint:pk>/change/": "judge_run",
                f"judges/judgerun/<bigint:pk>/{prompts}": "judge_run_prompts",
                "judges/verdict/": "judge_replies",
                "judges/verdict/<bigint:pk>/change/": "judge_reply",
                "judges/judgeendpoint/": "endpoints",
                "judges/judgeendpoint/add/": "new_endpoint",
                "judges/judgeendpoint/<bigint:pk>/change/": "endpoint",
            },
        ),
    ]
