"""The addresses of accounts, below the desk's."""

from collections.abc import Callable
from typing import Any

from django.urls import URLPattern, path

from desk.accounts import views
from desk.moved import moved


def account_urls(framed: Callable[..., Any], guarded: Callable[..., Any]) -> list[URLPattern]:
    """`framed` gives a view what the frame needs; `guarded` only lets researchers in."""
    of_account = "accounts/<bigint:pk>/"
    return [
        path("accounts/", framed(views.AccountsPage.as_view()), name="accounts"),
        path("accounts/new/", framed(views.NewAccount.as_view()), name="new_account"),
        path(of_account, framed(views.AccountPage.as_view()), name="account"),
        path(
            f"{of_account}password/", framed(views.SetPassword.as_view()), name="account_password"
        ),
        path(f"{of_account}factors/", framed(views.ResetFactors.as_view()), name="reset_factors"),
        path(
            f"{of_account}devices/",
            framed(views.LogOutEverywhere.as_view()),
            name="log_out_account",
        ),
        *moved(
            guarded,
            {
                "people/user/": "accounts",
                "people/user/add/": "new_account",
                "people/user/<bigint:pk>/change/": "account",
                "people/user/<bigint:pk>/password/": "account_password",
            },
        ),
    ]
