"""URL patterns of the pages that people from links and panels see first."""

from django.urls import path

from recruiting.links import views as links
from recruiting.links.views import waiting
from recruiting.panels import views as panels
from recruiting.sittings import views as sittings

urlpatterns = [
    path("join/<str:token>/", links.join, name="join"),
    path("join/<str:token>/<str:signed>/", links.join, name="confirm_address"),
    path("batches/<bigint:pk>/wait/", waiting.wait_for_place, name="wait_for_place"),
    path("come-back/<str:token>/", links.come_back, name="come_back"),
    path("your-link/", links.own_link, name="own_link"),
    path("sittings/<bigint:pk>/", sittings.sitting_page, name="sitting"),
    path("sittings/<bigint:pk>/begin/", sittings.begin_page, name="begin_sitting"),
    path("panels/<bigint:pk>/", panels.enter_page, name="panel_enter"),
    path("panels/<bigint:pk>/leave/", panels.leave_page, name="panel_leave"),
]
