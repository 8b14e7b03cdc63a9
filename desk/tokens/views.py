"""The page of a user's API tokens: the list, a form to create a token, and buttons to delete
tokens. A new token is shown only once."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from core.database.keyset import LATEST_FIRST, PER_PAGE, Window, cursor_of, window
from desk import shown_once
from desk.asking import asks_first
from desk.pages import Question
from desk.refusals import refusals_in
from people.access import projects_of, user_of
from people.factors.confirmation import ask_to_confirm, is_confirmed, typed_before, typed_in
from people.models import Project, User
from people.models.tokens import NAME_LENGTH, Scope
from people.tokens.granting import MOST_DAYS, end_token, make_token

COOKIE = "api_token"


class TokenForm(forms.Form):
    """The form for a new token: its name, project, expiry and permissions."""

    name = forms.CharField(max_length=NAME_LENGTH, label=gettext_lazy("Name"))
    scopes = forms.MultipleChoiceField(
        choices=[choice for choice in Scope.choices if choice[0] != Scope.READ],
        required=False,
        widget=forms.CheckboxSelectMultiple,
        label=gettext_lazy("Scopes in addition to reading"),
    )
    project = forms.ModelChoiceField(
        queryset=Project.objects.none(),
        required=False,
        label=gettext_lazy("Project"),
        empty_label=gettext_lazy("All projects"),
    )
    days = forms.IntegerField(
        min_value=1, max_value=MOST_DAYS, initial=90, label=gettext_lazy("Days until expiry")
    )

    field_order = ("name", "project", "days", "scopes")

    def __init__(self, *args: Any, request: HttpRequest, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        projects: Any = self.fields["project"]
        projects.queryset = projects_of(request).order_by("name")


def tokens_page(request: HttpRequest, frame: dict[str, object]) -> HttpResponseBase:
    """Show the user's API tokens. A POST creates a token, which this page then shows once. The user
    must first confirm who they are."""
    user = user_of(request)
    address = reverse("admin:tokens")
    if request.method == "POST":
        form = TokenForm(request.POST, request=request)
    else:
        form = TokenForm(request=request, initial=typed_before(request, COOKIE))
    if form.is_valid():
        if not is_confirmed(request):
            return ask_to_confirm(request, back=address, name=COOKIE, typed=typed_in(form))
        with refusals_in(form):
            _row, token = make_token(user=user, **form.cleaned_data)
            response = redirect(address)
            shown_once.store_token(response, COOKIE, token, path=address)
            return response
    context = {
        **frame,
        "title": _("API tokens"),
        "form": form,
        "token": shown_once.read_token(request, COOKIE),
        "window": _tokens(request, user),
    }
    page = TemplateResponse(request, "desk/tokens.html", context)
    page["Cache-Control"] = "no-store"
    shown_once.delete_token(request, page, COOKIE, path=address)
    return page


def _asks_for_end(request: HttpRequest, pk: int) -> Question:
    token = get_object_or_404(user_of(request).api_tokens, pk=pk)
    return Question(
        _("Revoke the token “%(name)s”?") % {"name": token},
        [_("Programs that use this token lose access at once. The token never works again.")],
        _("Revoke"),
        takes=True,
        back=_("API tokens"),
        back_address=reverse("admin:tokens"),
    )


@asks_first(_asks_for_end)
def end_one(request: HttpRequest, pk: int) -> HttpResponse:
    if end_token(user=user_of(request), token_id=pk):
        messages.success(request, _("Token revoked. It no longer works."))
    return redirect("admin:tokens")


def _tokens(request: HttpRequest, user: User) -> Window:
    tokens = user.api_tokens.select_related("project")
    return window(tokens, LATEST_FIRST, cursor_of(request.GET), size=PER_PAGE)
