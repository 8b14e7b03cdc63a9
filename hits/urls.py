"""The annotator's addresses, the preview and media."""

from django.urls import path

from hits.views import assignments, batches, drafts, exports, extending, media, own_work, preview, rubrics

urlpatterns = [
    path("", batches.home, name="home"),
    path("batches/<int:pk>/", batches.batch_page, name="batch"),
    path("batches/<int:pk>/start/", batches.start, name="start"),
    path("batches/<int:pk>/break/", batches.rest, name="break"),
    path("batches/<int:pk>/done/", batches.done, name="done"),
    path("batches/<int:pk>/preview/", preview.preview, name="preview"),
    path("batches/<int:pk>/export/<slug:kind>.csv", exports.export, name="export"),
    path("rubrics/draw/", rubrics.draw_rubric, name="draw_rubric"),
    path("assignments/<int:pk>/", assignments.assignment_page, name="assignment"),
    path("work/", own_work.own_work, name="own_work"),
    path("assignments/<int:pk>/appeal/", own_work.appeal, name="appeal"),
    path("assignments/<int:pk>/ahead/", assignments.ahead, name="ahead"),
    path("assignments/<int:pk>/extend/", extending.extend, name="extend"),
    path("assignments/<int:pk>/draft/", drafts.draft, name="draft"),
    path("media/<slug:sha256>", media.medium, name="medium"),
]
