"""The URLs of the annotator's pages, and of the researcher's preview and downloads."""

from django.urls import path

from hits.page.views import assignments, batches, drafts, extending, own_work, preview, rubrics

urlpatterns = [
    path("", batches.home, name="home"),
    path("batches/<bigint:pk>/", batches.batch_page, name="batch"),
    path("batches/<bigint:pk>/start/", batches.start, name="start"),
    path("batches/<bigint:pk>/break/", batches.break_page, name="break"),
    path("batches/<bigint:pk>/messages/", own_work.thread, name="messages"),
    path("batches/<bigint:pk>/done/", batches.done, name="done"),
    path("batches/<bigint:pk>/preview/", preview.preview, name="preview"),
    path("batches/<bigint:pk>/export/<slug:kind>.csv", preview.export, name="export"),
    path("rubrics/draw/", rubrics.draw_rubric, name="draw_rubric"),
    path("rubrics/schema.json", rubrics.rubric_schema_file, name="rubric_schema"),
    path("assignments/<assignment:pk>/", assignments.assignment_page, name="assignment"),
    path("work/", own_work.own_work, name="own_work"),
    path("work/<assignment:pk>/", own_work.own_answer, name="own_answer"),
    path("assignments/<assignment:pk>/appeal/", own_work.appeal, name="appeal"),
    path("assignments/<assignment:pk>/report/", extending.report, name="report_broken"),
    path("assignments/<assignment:pk>/take-back/", extending.take_back, name="take_back"),
    path("assignments/<assignment:pk>/prefetch/", assignments.prefetch, name="prefetch"),
    path("assignments/<assignment:pk>/extend/", extending.extend, name="extend"),
    path("assignments/<assignment:pk>/draft/", drafts.draft, name="draft"),
]
