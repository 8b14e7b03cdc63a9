"""Addresses of the review, below the desk's."""

from desk.addresses import framed, guarded, moved
from desk.review.acts import OverturnRejections, PayResponseBonuses
from desk.review.adjudication import adjudicate_hit, adjudication_queue
from desk.review.appeals import AppealPage, AppealsPage
from desk.review.deciding import ApproveResponses, ExcludeResponses, RejectResponses
from desk.review.exclusions import exclude, exclusions
from desk.review.many import review_table
from desk.review.views import decide, review_answer, review_queue, undo

REVIEW_URLS = (
    framed("review/", review_queue, "review"),
    framed("review/table/", review_table, "review_table"),
    framed("appeals/", AppealsPage, "appeals"),
    framed("appeals/<bigint:pk>/", AppealPage, "appeal"),
    framed("review/approve/<bigint:pk>/", ApproveResponses, "approve_responses"),
    framed("review/reject/<bigint:pk>/", RejectResponses, "reject_responses"),
    framed("review/exclude/<bigint:pk>/", ExcludeResponses, "exclude_responses"),
    framed("review/overturn/<bigint:pk>/", OverturnRejections, "overturn_rejections"),
    framed("review/bonus/<bigint:pk>/", PayResponseBonuses, "pay_response_bonuses"),
    framed("review/adjudication/<bigint:pk>/", adjudication_queue, "adjudication"),
    guarded("review/adjudication/<bigint:pk>/<bigint:hit>/", adjudicate_hit, "adjudicate"),
    framed("review/exclusions/<bigint:pk>/", exclusions, "exclusions"),
    guarded("review/exclusions/<bigint:pk>/act/", exclude, "exclude"),
    framed("review/<assignment:pk>/", review_answer, "review_answer"),
    guarded("review/<assignment:pk>/decide/", decide, "decide"),
    guarded("review/<assignment:pk>/undo/", undo, "undo_decision"),
    *moved(
        {
            "hits/assignment/": "review_table",
            "hits/assignment/<bigint:pk>/change/": "review_answer",
            "hits/appeal/": "appeals",
            "hits/appeal/<bigint:pk>/change/": "appeal",
        }
    ),
)
