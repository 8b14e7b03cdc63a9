"""Addresses of the pages about accounts, below the desk's."""

from desk.accounts import views
from desk.addresses import framed, moved

OF_ACCOUNT = "accounts/<bigint:pk>/"

ACCOUNT_URLS = (
    framed("accounts/", views.AccountsPage, "accounts"),
    framed("accounts/new/", views.NewAccount, "new_account"),
    framed(OF_ACCOUNT, views.AccountPage, "account"),
    framed(f"{OF_ACCOUNT}password/", views.SetPassword, "account_password"),
    framed(f"{OF_ACCOUNT}factors/", views.ResetFactors, "reset_factors"),
    framed(f"{OF_ACCOUNT}devices/", views.LogOutEverywhere, "log_out_account"),
    *moved(
        {
            "people/user/": "accounts",
            "people/user/add/": "new_account",
            "people/user/<bigint:pk>/change/": "account",
            "people/user/<bigint:pk>/password/": "account_password",
        }
    ),
)
