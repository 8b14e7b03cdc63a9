"""Addresses of a batch's links, panels, studies at Prolific, and consent and questionnaires, below
the desk's."""

from desk.addresses import framed, guarded
from desk.recruiting import views
from desk.recruiting.around import views as around
from desk.recruiting.around.consent import WriteConsent
from desk.recruiting.merging import merge_page
from desk.recruiting.panels import panel_page
from desk.recruiting.prolific import views as prolific
from desk.recruiting.results import results_page
from desk.recruiting.sittings import sittings_page

RECRUITING_URLS = (
    framed("prolific/<bigint:pk>/", prolific.prolific_page, "prolific"),
    framed("prolific/submissions/<bigint:pk>/", prolific.submission_page, "prolific_submission"),
    framed("hits/batch/<bigint:pk>/around/", around.around_work, "around"),
    framed("hits/batch/<bigint:pk>/around/consent/text/", WriteConsent, "write_consent"),
    framed("hits/batch/<bigint:pk>/around/<slug:page>/", around.write_page, "write_page"),
    guarded("hits/batch/<bigint:pk>/around/<slug:page>/choose/", around.choose_page, "choose_page"),
    guarded("hits/batch/<bigint:pk>/around/<slug:page>/look/", around.look_at_page, "look_at_page"),
    guarded(
        "hits/batch/<bigint:pk>/around/<slug:page>/answers.csv", around.page_answers, "page_answers"
    ),
    framed("hits/batch/<bigint:pk>/sittings/", sittings_page, "sittings"),
    framed("hits/batch/<bigint:pk>/results/", results_page, "old_results"),
    framed("links/<bigint:pk>/", views.links_page, "links"),
    framed("links/<bigint:pk>/one/", views.make_one, "make_link"),
    framed("links/<bigint:pk>/many/", views.make_many, "make_links"),
    guarded("links/<bigint:pk>/keep-out/", views.keep_out, "keep_out"),
    framed("links/<bigint:pk>/merge/", merge_page, "merge_people"),
    framed("links/<bigint:pk>/panel/", panel_page, "new_panel"),
    framed("links/<bigint:pk>/panel/<bigint:panel_pk>/", panel_page, "panel"),
    framed("links/<bigint:pk>/<bigint:link_pk>/revoke/", views.take_back_link, "revoke_link"),
)
