"""The addresses of the API, below `/api/v1/`."""

from collections.abc import Mapping

from django.urls import URLPattern, path, re_path

from api.operations import Resource
from api.reference import nothing_there, reference, schema
from api.resources import (
    background,
    batches,
    datasets,
    drafts,
    exports,
    judges,
    lifecycle,
    people,
    projects,
    reports,
    review,
    rubrics,
    webhooks,
)

ABOUT_A_BATCH: Mapping[str, type[Resource]] = {
    "cost": drafts.BatchCost,
    "preflight": drafts.BatchPreflight,
    "publish": drafts.PublishBatch,
    "pause": lifecycle.PauseBatch,
    "unveil": lifecycle.UnveilMeans,
    "resume": lifecycle.ResumeBatch,
    "close": lifecycle.CloseBatch,
    "retry": lifecycle.RetryBatch,
    "cancel": lifecycle.CancelBatch,
    "archive": lifecycle.ArchiveBatch,
    "unarchive": lifecycle.UnarchiveBatch,
    "duplicate": lifecycle.DuplicateBatch,
    "pilot": lifecycle.MarkPilot,
    "main": lifecycle.MainBatch,
    "amendments": lifecycle.Amendments,
    "amendments/plan": lifecycle.PlanAmendment,
    "progress": batches.BatchProgress,
    "money": batches.MoneyOfBatch,
    "answers": exports.Answers,
    "assignments": exports.Assignments,
    "export": exports.Export,
    "dictionary": exports.Dictionary,
    "adjudicated": exports.Adjudicated,
    "snapshots": exports.Snapshots,
    "decisions": review.Decisions,
    "overturns": review.Overturns,
    "exclusions": review.Exclusions,
    "exclusions/take-back": review.TakeBack,
    "links": people.Links,
    "links/<bigint:pk>": people.OneLink,
    "admit": people.Admit,
    "refuse": people.Refuse,
    "forget": people.Forget,
    "judge-runs": judges.Runs,
    "judge-runs/import": judges.ImportRun,
    "reports": reports.Reports,
    "reports/<bigint:pk>": reports.OneReport,
    "reports/<bigint:pk>/again": reports.AgainReport,
    "reports/<bigint:pk>/cancel": reports.CancelReport,
    "reports/<bigint:pk>/files/<str:name>": reports.ReportFile,
    "snapshots/<slug:sha256>": exports.SnapshotFile,
}
ABOUT_A_PROJECT: Mapping[str, type[Resource]] = {
    "balance": projects.ProjectBalance,
    "deposits": review.Deposits,
    "goodwill": review.Goodwill,
    "payouts": review.Payouts,
    "members": people.Members,
    "members/<bigint:user>": people.OneMember,
    "invitations": people.Invitations,
    "invitations/<bigint:pk>": people.OneInvitation,
    "pool": people.Pool,
    "pool/remove": people.LeavePool,
    "endpoints": judges.Endpoints,
    "imports": datasets.ImportsOfProject,
    "webhooks": webhooks.Webhooks,
    "rubrics": rubrics.RubricsOfProject,
    "media/<slug:sha256>": datasets.Media,
}

ABOUT_A_WEBHOOK: Mapping[str, type[Resource]] = {
    "secret": webhooks.NewSecret,
    "test": webhooks.TestWebhook,
    "on": webhooks.SwitchOn,
    "off": webhooks.SwitchOff,
    "deliveries": webhooks.Deliveries,
    "again": webhooks.ResendFailed,
}


def below(prefix: str, views: Mapping[str, type[Resource]]) -> list[URLPattern]:
    """The routes of what is about one object."""
    return [path(f"{prefix}/{name}", view.as_view()) for name, view in views.items()]


urlpatterns = [
    path("schema", schema, name="api_schema"),
    path("reference", reference, name="api_reference"),
    path("projects", projects.Projects.as_view()),
    path("projects/<bigint:project>", projects.OneProject.as_view()),
    *below("projects/<bigint:project>", ABOUT_A_PROJECT),
    path("imports", datasets.Imports.as_view()),
    path("imports/<bigint:pk>", datasets.OneImport.as_view()),
    path("imports/<bigint:pk>/cancel", datasets.CancelImport.as_view()),
    path("imports/<bigint:pk>/again", datasets.AgainImport.as_view()),
    path("datasets", datasets.Datasets.as_view()),
    path("datasets/<bigint:pk>", datasets.OneDataset.as_view()),
    path("datasets/<bigint:pk>/items", datasets.Items.as_view()),
    path("rubrics", rubrics.Rubrics.as_view()),
    path("rubrics/check", rubrics.CheckRubric.as_view()),
    path("rubrics/<bigint:pk>", rubrics.OneRubric.as_view()),
    path("batches", drafts.Batches.as_view()),
    path("batches/<bigint:batch>", drafts.OneBatch.as_view()),
    *below("batches/<bigint:batch>", ABOUT_A_BATCH),
    path("assignments/<bigint:assignment>", exports.OneAnswer.as_view()),
    path("assignments/<bigint:assignment>/bonus", review.Bonus.as_view()),
    path("judge-runs/<bigint:pk>", judges.OneRun.as_view()),
    path("judge-runs/<bigint:pk>/estimate", judges.RunEstimate.as_view()),
    path("judge-runs/<bigint:pk>/start", judges.StartRun.as_view()),
    path("judge-runs/<bigint:pk>/pause", judges.PauseRun.as_view()),
    path("judge-runs/<bigint:pk>/cancel", judges.CancelRun.as_view()),
    path("judge-runs/<bigint:pk>/retry", judges.RetryRun.as_view()),
    path("webhooks/<bigint:pk>", webhooks.OneWebhook.as_view()),
    *below("webhooks/<bigint:pk>", ABOUT_A_WEBHOOK),
    path("tasks", background.Tasks.as_view()),
    path("tasks/<bigint:pk>", background.OneTask.as_view()),
    path("tasks/<bigint:pk>/cancel", background.CancelTask.as_view()),
    path("tasks/<bigint:pk>/again", background.AgainTask.as_view()),
    path("deliveries/<bigint:pk>", webhooks.OneDelivery.as_view()),
    path("deliveries/<bigint:pk>/again", webhooks.Resend.as_view()),
    re_path(".*", nothing_there),
]
