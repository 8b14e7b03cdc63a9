"""The addresses of payments, below the desk's."""

from collections.abc import Callable
from typing import Any

from django.urls import URLPattern, path

from desk.moved import moved
from desk.payments import acts, files, page


def payment_urls(framed: Callable[..., Any], guarded: Callable[..., Any]) -> list[URLPattern]:
    """`framed` gives a view what the frame needs; `guarded` only lets researchers in."""
    view = framed(page.PaymentsPage.as_view())
    project = "payments/<bigint:pk>/"
    return [
        path("payments/", view, name="payments"),
        path(project, view, name="project_payments"),
        path(f"{project}add/", framed(acts.AddFunds.as_view()), name="add_funds"),
        path(f"{project}pay-out/", framed(acts.PayOut.as_view()), name="pay_out"),
        path(f"{project}bonus/", framed(acts.PayBonuses.as_view()), name="pay_bonuses"),
        path(f"{project}ask/", framed(acts.AskForAddress.as_view()), name="ask_for_address"),
        path(f"{project}owed.csv", guarded(files.owed_file), name="owed_file"),
        path(f"{project}payouts/<str:name>.csv", guarded(files.payout_file), name="payout_file"),
        path("payments/ledger/<bigint:pk>/", framed(page.entry_page), name="ledger_entry"),
        path(
            "payments/ledger/<bigint:pk>/correct/",
            framed(acts.Correct.as_view()),
            name="correct_entry",
        ),
        *moved(
            guarded,
            {
                "payments/transaction/": "payments",
                "payments/transaction/<bigint:pk>/change/": "ledger_entry",
                "people/project/<bigint:pk>/deposit/": "add_funds",
                "people/project/<bigint:pk>/goodwill/": "pay_bonuses",
                "people/project/<bigint:pk>/payouts/": "pay_out",
                "people/project/<bigint:pk>/payouts/<str:name>.csv": "payout_file",
            },
        ),
    ]
