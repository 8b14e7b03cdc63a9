"""The researcher's side: Django's admin, scoped to the projects a person has a role in."""

from django.contrib import admin

from hits.admin import batches, money

admin.site.site_header = admin.site.site_title = "Rateroom"
admin.site.index_title = "Research"

__all__ = ["batches", "money"]
