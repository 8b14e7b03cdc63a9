"""The page of a person's logged-in devices, and the view that logs them out."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from people.logins.ending import end_session, end_sessions, open_sessions
from people.models import AnnotatorRequest
from people.sessions import hash_of_this


@login_required
@never_cache
@require_safe
def your_sessions(request: AnnotatorRequest) -> HttpResponse:
    """Show the devices on which the person is logged in, this browser first."""
    sessions = open_sessions(request.user, hash_of_this(request))
    return render(request, "account/your_sessions.html", {"sessions": sessions})


@login_required
@require_POST
def end_own_session(request: AnnotatorRequest) -> HttpResponse:
    """End the person's session with the posted `handle`. If `others` is posted, end all sessions
    except this browser's."""
    if "others" in request.POST:
        number = end_sessions(user=request.user, by=request.user, except_hash=hash_of_this(request))
    else:
        end_session(user=request.user, handle=request.POST.get("handle", ""), by=request.user)
        number = 1
    words = ngettext("%(number)d device logged out.", "%(number)d devices logged out.", number)
    messages.success(request, words % {"number": number})
    return redirect("your_sessions")
