"""Addresses of payments, below the desk's."""

from desk.addresses import framed, guarded, moved
from desk.payments import acts, files, page

PROJECT = "payments/<bigint:pk>/"

PAYMENT_URLS = (
    framed("payments/", page.PaymentsPage, "payments"),
    framed(PROJECT, page.PaymentsPage, "project_payments"),
    framed(f"{PROJECT}add/", acts.AddFunds, "add_funds"),
    framed(f"{PROJECT}pay-out/", acts.PayOut, "pay_out"),
    framed(f"{PROJECT}bonus/", acts.PayBonuses, "pay_bonuses"),
    framed(f"{PROJECT}ask/", acts.AskForAddress, "ask_for_address"),
    guarded(f"{PROJECT}owed.csv", files.owed_file, "owed_file"),
    guarded(f"{PROJECT}payouts/<str:name>.csv", files.payout_file, "payout_file"),
    framed("payments/ledger/<bigint:pk>/", page.entry_page, "ledger_entry"),
    framed("payments/ledger/<bigint:pk>/correct/", acts.Correct, "correct_entry"),
    *moved(
        {
            "payments/transaction/": "payments",
            "payments/transaction/<bigint:pk>/change/": "ledger_entry",
            "people/project/<bigint:pk>/deposit/": "add_funds",
            "people/project/<bigint:pk>/goodwill/": "pay_bonuses",
            "people/project/<bigint:pk>/payouts/": "pay_out",
            "people/project/<bigint:pk>/payouts/<str:name>.csv": "payout_file",
        }
    ),
)
