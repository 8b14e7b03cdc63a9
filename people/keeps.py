"""What `people`, and the libraries below it, keep about a person."""

from django.utils.translation import gettext_lazy as _

from people.personal_data import accounts
from people.personal_data.keepers import BLANKED, GOES, STAYS, Keeper, Table

KEEPER = Keeper(
    tables=(
        Table("account", _("Your account: name, address, settings."), accounts.account),
        Table("logins", _("Where, since when and until when you are logged in."), accounts.logins),
        Table("factors", _("Your second factors: kind and times."), accounts.factors),
        Table("institutions", _("Institutions whose login is yours."), accounts.institutions),
        Table("mails", _("Emails that were sent to you."), accounts.mails),
        Table("projects", _("Projects that have added you."), accounts.projects),
        Table(
            "acts",
            _("Your recorded activity as a researcher, and changes to your account."),
            accounts.acts,
        ),
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
        # Of libraries: our accounts keep nothing in the first, and only researchers are in the
        # last.
        "account.EmailAddress.user": GOES,
        "mfa.Authenticator.user": GOES,
        "socialaccount.SocialAccount.user": GOES,
        "admin.LogEntry.user": STAYS,
        "people.User": BLANKED,
    },
    goes=(
        _("name, email address and login, on every device"),
        _("emails that were sent, and their settings"),
        _("places in the pools of projects"),
        _("their name, address and IDs in what others wrote about them"),
    ),
    stays=(_("what was done, with an account that has neither name nor address"),),
    erase=accounts.erase,
    names=accounts.names,
    apart=frozenset(
        {
            # Other people's own, and what the site makes.
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
            # The name that a project has among researchers.
            "people.Project",
            # Of libraries.
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
