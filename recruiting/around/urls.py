"""URL patterns of the pages around the work."""

from django.urls import path

from recruiting.around import views

urlpatterns = [
    path("", views.own_parts, name="own_parts"),
    path("<bigint:pk>/withdraw/", views.withdraw_consent, name="withdraw_consent"),
    path("<bigint:pk>/forget/", views.forget_own_answers, name="forget_own_answers"),
    path("<bigint:pk>/<slug:page>/", views.around_page, name="around"),
]
