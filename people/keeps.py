"""The personal data that `people` and its libraries store, for data downloads and deletion."""

from django.utils.translation import gettext_lazy as _

from people.personal_data import accounts
from people.personal_data.keepers import BLANKED, GOES, STAYS, Keeper, Table

KEEPER = Keeper(
    tables=(
        Table("account", accounts.account),
        Table("logins", accounts.logins),
        Table("second-factors", accounts.factors),
        Table("institutions", accounts.institutions),
        Table("emails", accounts.mails),
        Table("projects", accounts.projects),
        Table("activity", accounts.acts),
    ),
    fields={
        "people.Session.user": GOES,
        "people.Membership.user": GOES,
        "people.Notice.user": GOES,
        "people.NoticeSettings.user": GOES,
        "people.PoolMember.user": GOES,
        "people.ApiToken.user": GOES,
        "people.Erasure.user": STAYS,
        "people.Invitation.taken_by": BLANKED,
        # Models of libraries. Accounts do not use EmailAddress, and LogEntry is only about
        # researchers.
        "account.EmailAddress.user": GOES,
        "mfa.Authenticator.user": GOES,
        "socialaccount.SocialAccount.user": GOES,
        "admin.LogEntry.user": STAYS,
        "people.User": BLANKED,
    },
    goes=(
        _("name, email address, login and logged-in devices"),
        _("sent emails and email settings"),
        _("memberships in project pools"),
        _("name, address and IDs in texts that other people wrote"),
    ),
    stays=(_("activity, under an account without a name or address"),),
    erase=accounts.erase,
    names=accounts.names,
    apart=frozenset(
        {
            # Other people's data, and data created by the site.
            "people.User",
            "people.Session",
            "people.NoticeSettings",
            "people.ApiToken.token_sha256",
            "people.ApiToken.hint",
            "people.Erasure.gone",
            "people.Invitation.key",
            "people.Invitation.token_sha256",
            "people.Invitation.language",
            "people.Act.subject_type",
            "people.Act.request_id",
            "people.Notice.kind",
            # A project's internal name is seen by researchers only.
            "people.Project",
            # Models of libraries.
            "account.EmailAddress",
            "account.EmailConfirmation",
            "mfa.Authenticator",
            "socialaccount.SocialApp",
            "socialaccount.SocialAccount",
            "socialaccount.SocialToken",
            "sessions.Session",
            "auth.Permission",
            "auth.Group",
            "contenttypes.ContentType",
        }
    ),
    projects=accounts.project_ids,
)
