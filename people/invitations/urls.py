"""The URL pattern of the page that an invitation's link opens."""

from django.urls import path

from people.invitations.views import invitation

urlpatterns = [path("invitations/<str:token>/", invitation, name="invitation")]
