"""Models of users, sessions, tokens, projects, invitations, emails, acts and deletions."""

from people.models.acts import Act
from people.models.erasures import Erasure
from people.models.invitations import Invitation
from people.models.notices import Notice, NoticeSettings
from people.models.projects import MOST_MEGAPIXELS, WRITERS, Membership, PoolMember, Project
from people.models.tokens import ApiToken, Limit, Scope
from people.models.users import AnnotatorRequest, Session, User
