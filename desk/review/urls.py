"""The addresses of the review, below the desk's."""

from collections.abc import Callable
from typing import Any

from django.urls import URLPattern, path

from desk.moved import moved
from desk.review.acts import OverturnRejections, PayResponseBonuses, ResponsesAct
from desk.review.adjudication import adjudicate_hit, adjudication_queue
from desk.review.appeals import AppealPage, AppealsPage
from desk.review.deciding import ApproveResponses, ExcludeResponses, RejectResponses
from desk.review.exclusions import exclude, exclusions
from desk.review.many import review_table
from desk.review.views import decide, review_answer, review_queue, undo

# Acts on chosen responses: the word of the address, the route, the page.
ACTS: tuple[tuple[str, str, type[ResponsesAct]], ...] = (
    ("approve", "approve_responses", ApproveResponses),
    ("reject", "reject_responses", RejectResponses),
    ("exclude", "exclude_responses", ExcludeResponses),
    ("overturn", "overturn_rejections", OverturnRejections),
    ("bonus", "pay_response_bonuses", PayResponseBonuses),
)


def review_urls(framed: Callable[..., Any], guarded: Callable[..., Any]) -> list[URLPattern]:
    """`framed` gives a view what the frame needs; `guarded` only lets researchers in."""
    return [
        path("review/", framed(review_queue), name="review"),
        path("review/table/", framed(review_table), name="review_table"),
        path("appeals/", framed(AppealsPage.as_view()), name="appeals"),
        path("appeals/<bigint:pk>/", framed(AppealPage.as_view()), name="appeal"),
        *(
            path(f"review/{word}/<bigint:pk>/", framed(act.as_view()), name=name)
            for word, name, act in ACTS
        ),
        path("review/adjudication/<bigint:pk>/", framed(adjudication_queue), name="adjudication"),
        path(
            "review/adjudication/<bigint:pk>/<bigint:hit>/",
            guarded(adjudicate_hit),
            name="adjudicate",
        ),
        path("review/exclusions/<bigint:pk>/", framed(exclusions), name="exclusions"),
        path("review/exclusions/<bigint:pk>/act/", guarded(exclude), name="exclude"),
        path("review/<assignment:pk>/", framed(review_answer), name="review_answer"),
        path("review/<assignment:pk>/decide/", guarded(decide), name="decide"),
        path("review/<assignment:pk>/undo/", guarded(undo), name="undo_decision"),
        *moved(
            guarded,
            {
                "hits/assignment/": "review_table",
                "hits/assignment/<bigint:pk>/change/": "review_answer",
                "hits/appeal/": "appeals",
                "hits/appeal/<bigint:pk>/change/": "appeal",
            },
        ),
    ]
