"""Addresses of judge runs, their replies and model endpoints, below the desk's."""

from desk.addresses import framed, guarded, moved
from desk.judging import run, runs
from desk.judging.endpoints import EndpointPage, EndpointsPage
from desk.judging.replies import replies_file
from desk.judging.verdicts import RepliesPage, reply_page
from desk.judging.views import judge_batch

OF_RUN = "judges/<bigint:pk>/"
PROMPTS = "prompts/<slug:provider>.jsonl"

JUDGING_URLS = (
    framed("judge/<bigint:pk>/", judge_batch, "judge_batch"),
    guarded("judge/<bigint:pk>/replies.csv", replies_file, "replies_file"),
    framed("judges/", runs.RunsPage, "judge_runs"),
    guarded("judges/new/", runs.new_run, "new_judge_run"),
    framed(OF_RUN, run.run_page, "judge_run"),
    framed(f"{OF_RUN}settings/", runs.ChangeRun, "change_judge_run"),
    guarded(f"{OF_RUN}progress/", run.run_progress, "judge_run_progress"),
    guarded(f"{OF_RUN}{PROMPTS}", run.prompts_file, "judge_run_prompts"),
    guarded(f"{OF_RUN}results/", run.import_file, "judge_run_results"),
    *(
        framed(f"{OF_RUN}{action}/", run.act, f"{action}_judge_run", action=action)
        for action in run.ACTIONS
    ),
    framed("judges/replies/", RepliesPage, "judge_replies"),
    framed("judges/replies/<bigint:pk>/", reply_page, "judge_reply"),
    framed("judges/endpoints/", EndpointsPage, "endpoints"),
    framed("judges/endpoints/new/", EndpointPage, "new_endpoint"),
    framed("judges/endpoints/<bigint:pk>/", EndpointPage, "endpoint"),
    *moved(
        {
            "judges/judgerun/": "judge_runs",
            "judges/judgerun/add/": "judge_runs",
            "judges/judgerun/<bigint:pk>/change/": "judge_run",
            f"judges/judgerun/<bigint:pk>/{PROMPTS}": "judge_run_prompts",
            "judges/verdict/": "judge_replies",
            "judges/verdict/<bigint:pk>/change/": "judge_reply",
            "judges/judgeendpoint/": "endpoints",
            "judges/judgeendpoint/add/": "new_endpoint",
            "judges/judgeendpoint/<bigint:pk>/change/": "endpoint",
        }
    ),
)
