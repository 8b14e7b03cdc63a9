"""The address of an invitation's page."""

from django.urls import path

from people.invitations.views import invitation

urlpatterns = [path("invitations/<str:token>/", invitation, name="invitation")]
