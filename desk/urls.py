"""The URLs of the researchers' pages, by subject. `moved` redirects former URLs."""

from desk.accounts import views as accounts
from desk.acts.views import acts
from desk.addresses import framed, guarded, moved
from desk.amending import views as amending
from desk.annotators import views as annotators
from desk.annotators.acts import HoldPerson
from desk.archive.views import put_away
from desk.background.views import act_on_task, task_page, task_part, tasks_page
from desk.batches import acts as batch_acts
from desk.batches import audience
from desk.batches.listing import BatchesPage
from desk.batches.settings import SettingsPage
from desk.broken.views import broken_hit, broken_hits, decide
from desk.datasets import lists
from desk.datasets import views as datasets
from desk.exports import views as exports
from desk.exports.replay import replay
from desk.finding.views import find
from desk.judging import run, runs
from desk.judging.endpoints import EndpointPage, EndpointsPage
from desk.judging.replies import replies_file
from desk.judging.verdicts import RepliesPage, reply_page
from desk.judging.views import judge_batch
from desk.members import views as members
from desk.members.settings import ProjectSettings
from desk.messages.views import read, thread, threads
from desk.payments import acts as money
from desk.payments import files
from desk.payments import page as ledger
from desk.personal.views import download_person, erase_person
from desk.projects import open_demo, switch_project
from desk.prompts import views as prompts
from desk.quality import qualifications, rules, training
from desk.quality import views as quality
from desk.quality.by_hand import UseHit, give_answers
from desk.quality.plan import PlanPage, osf_file
from desk.recruiting import views as recruiting
from desk.recruiting.around import views as around
from desk.recruiting.around.consent import WriteConsent
from desk.recruiting.merging import merge_page
from desk.recruiting.panels import panel_page
from desk.recruiting.prolific import views as prolific
from desk.recruiting.results import results_page
from desk.recruiting.sittings import sittings_page
from desk.results.checklist import ChecklistPage
from desk.results.makers import MakersPage
from desk.results.views import results
from desk.review import views as review
from desk.review.acts import OverturnRejections, PayResponseBonuses
from desk.review.adjudication import adjudicate_hit, adjudication_queue
from desk.review.appeals import AppealPage, AppealsPage
from desk.review.deciding import ApproveResponses, ExcludeResponses, RejectResponses
from desk.review.exclusions import exclude, exclusions
from desk.review.many import review_table
from desk.rubrics.editor import WriteRubric
from desk.rubrics.lists import RubricsPage
from desk.rubrics.version import DifferencePage, VersionPage
from desk.running import views as running
from desk.steps.columns import columns_page
from desk.steps.data import new_batch
from desk.steps.publish import preflight_part
from desk.steps.templates import template_file
from desk.steps.views import batch_step
from desk.tables.views import RowPage, TablePage, TablesPage
from desk.tokens.views import end_one, tokens_page
from desk.wages.views import top_up, wages
from desk.webhooks import acts as hooks
from desk.webhooks import views as webhooks

ADDRESSES = (
    framed("archive/<str:kind>/<bigint:pk>/", put_away, "put_away"),
    guarded("switch/", switch_project, "switch_project"),
    guarded("demo/", open_demo, "open_demo"),
    framed("acts/", acts, "acts"),
    framed("find/", find, "find"),
    framed("results/", results, "results"),
    framed("results/<bigint:pk>/checklist/", ChecklistPage, "checklist"),
    framed("results/<bigint:pk>/makers/", MakersPage, "makers"),
    framed("tables/", TablesPage, "tables"),
    framed("tables/<str:label>/", TablePage, "table"),
    framed("tables/<str:label>/<bigint:pk>/", RowPage, "table_row"),
    framed("wages/<bigint:pk>/", wages, "wages"),
    guarded("wages/<bigint:pk>/top-up/", top_up, "top_up"),
    framed("broken/", broken_hits, "broken_hits"),
    guarded("broken/<bigint:pk>/", broken_hit, "broken_hit"),
    framed("broken/<bigint:pk>/decide/", decide, "decide_broken"),
    framed("messages/", threads, "message_threads"),
    framed("messages/<bigint:pk>/", thread, "message_thread"),
    guarded("messages/<bigint:pk>/read/", read, "message_read"),
    framed("erase/<bigint:pk>/", erase_person, "erase_person"),
    guarded("erase/<bigint:pk>/download/", download_person, "download_person"),
    framed("tokens/", tokens_page, "tokens"),
    framed("tokens/<bigint:pk>/end/", end_one, "end_token"),
    framed("tasks/", tasks_page, "tasks"),
    framed("tasks/<bigint:pk>/", task_page, "task"),
    guarded("tasks/<bigint:pk>/part/", task_part, "task_part"),
    guarded("tasks/<bigint:pk>/act/", act_on_task, "act_on_task"),
    # Accounts.
    framed("accounts/", accounts.AccountsPage, "accounts"),
    framed("accounts/new/", accounts.NewAccount, "new_account"),
    framed("accounts/<bigint:pk>/", accounts.AccountPage, "account"),
    framed("accounts/<bigint:pk>/password/", accounts.SetPassword, "account_password"),
    framed("accounts/<bigint:pk>/factors/", accounts.ResetFactors, "reset_factors"),
    framed("accounts/<bigint:pk>/devices/", accounts.LogOutEverywhere, "log_out_account"),
    # Projects and their members.
    framed("projects/", members.projects_page, "projects"),
    framed("projects/new/", members.new_project, "new_project"),
    framed("projects/<bigint:pk>/", members.project_page, "project"),
    framed("projects/<bigint:pk>/settings/", ProjectSettings, "project_settings"),
    framed("projects/<bigint:pk>/invite/", members.invite_member, "invite"),
    framed("projects/<bigint:pk>/members/<bigint:user_pk>/", members.set_role, "set_role"),
    guarded(
        "projects/<bigint:pk>/members/<bigint:user_pk>/sessions/",
        members.end_member_sessions,
        "end_member_sessions",
    ),
    framed(
        "projects/<bigint:pk>/invitations/<bigint:invitation_pk>/revoke/",
        members.take_back,
        "revoke_invitation",
    ),
    # Batches and their audience.
    framed("batches/", BatchesPage, "batches"),
    framed("hits/batch/<bigint:pk>/settings/", SettingsPage, "batch_settings"),
    framed("hits/batch/<bigint:pk>/close/", batch_acts.CloseBatch, "close_batch"),
    *(
        guarded(
            f"hits/batch/<bigint:pk>/{action}/", batch_acts.act, f"{action}_batch", action=action
        )
        for action in batch_acts.ACTIONS
    ),
    framed("hits/batch/<bigint:pk>/audience/", audience.audience_page, "batch_audience"),
    framed("projects/<bigint:pk>/pool/", audience.pool_page, "project_pool"),
    # A published batch.
    framed("hits/batch/<bigint:pk>/running/", running.running, "batch_running"),
    guarded("hits/batch/<bigint:pk>/running/parts/", running.parts, "batch_running_parts"),
    framed("hits/batch/<bigint:pk>/running/means/", running.unveil, "batch_unveil"),
    # Extending and copying a batch.
    framed("hits/batch/<bigint:pk>/amend/", amending.amend, "amend"),
    guarded("hits/batch/<bigint:pk>/rows/", amending.add_rows, "add_rows"),
    framed("hits/batch/<bigint:batch>/rows/<bigint:pk>/", columns_page, "rows_columns"),
    guarded("hits/batch/<bigint:pk>/duplicate/", amending.duplicate, "duplicate"),
    guarded("hits/batch/<bigint:pk>/pilot/", amending.pilot, "pilot"),
    framed("hits/batch/<bigint:pk>/main/", amending.main_batch, "main_batch"),
    # Checks, rules and qualifications.
    framed("hits/batch/<bigint:pk>/checks/", quality.checks_page, "batch_checks"),
    framed(
        "hits/batch/<bigint:pk>/checks/gold/<bigint:key>/retire/", quality.retire, "retire_gold"
    ),
    guarded("hits/batch/<bigint:pk>/checks/copies/", quality.degrade, "degrade"),
    guarded("hits/batch/<bigint:pk>/checks/use/", give_answers, "give_answers"),
    framed("hits/batch/<bigint:pk>/checks/use/<bigint:item>/<slug:outputs>/", UseHit, "use_hit"),
    guarded("hits/batch/<bigint:pk>/checks/remove/<bigint:key>/", quality.remove, "remove_key"),
    framed("hits/batch/<bigint:pk>/rules/", rules.rules_page, "batch_rules"),
    guarded("hits/batch/<bigint:pk>/rules/act/", rules.act_on_rules, "act_on_rules"),
    guarded("hits/batch/<bigint:pk>/rules/plan.json", rules.plan, "rule_plan"),
    framed("hits/batch/<bigint:pk>/plan/", PlanPage, "batch_plan"),
    guarded("hits/batch/<bigint:pk>/plan/osf.md", osf_file, "osf_file"),
    framed("hits/batch/<bigint:pk>/training/", training.training_page, "batch_training"),
    guarded(
        "hits/batch/<bigint:pk>/training/answers.csv", training.answers_file, "training_answers"
    ),
    guarded(
        "hits/batch/<bigint:pk>/training/<bigint:enrolment>/", training.decide, "decide_training"
    ),
    guarded("hits/batch/<bigint:pk>/required/", qualifications.require, "require_qualification"),
    framed("qualifications/", qualifications.qualifications_page, "qualifications"),
    framed("qualifications/<bigint:pk>/", qualifications.qualification_page, "qualification"),
    framed("qualifications/<bigint:pk>/table/", qualifications.grant_people_table, "qualify_table"),
    guarded(
        "qualifications/<bigint:pk>/people/<bigint:person>/revoke/",
        qualifications.revoke_person,
        "revoke_qualification",
    ),
    # Annotators.
    framed("annotators/", annotators.project_annotators, "annotators"),
    framed("hits/batch/<bigint:pk>/annotators/", annotators.batch_annotators, "batch_annotators"),
    framed(
        "hits/batch/<bigint:pk>/annotators/<bigint:enrolment>/",
        annotators.annotator_page,
        "annotator",
    ),
    framed(
        "hits/batch/<bigint:pk>/annotators/<bigint:enrolment>/decide/", HoldPerson, "hold_annotator"
    ),
    guarded("hits/enrolment/<bigint:pk>/change/", annotators.annotator_at_old_address),
    # The review.
    framed("review/", review.review_queue, "review"),
    framed("review/table/", review_table, "review_table"),
    framed("appeals/", AppealsPage, "appeals"),
    framed("appeals/<bigint:pk>/", AppealPage, "appeal"),
    framed("review/approve/<bigint:pk>/", ApproveResponses, "approve_responses"),
    framed("review/reject/<bigint:pk>/", RejectResponses, "reject_responses"),
    framed("review/exclude/<bigint:pk>/", ExcludeResponses, "exclude_responses"),
    framed("review/overturn/<bigint:pk>/", OverturnRejections, "overturn_rejections"),
    framed("review/bonus/<bigint:pk>/", PayResponseBonuses, "pay_response_bonuses"),
    framed("review/adjudication/<bigint:pk>/", adjudication_queue, "adjudication"),
    guarded("review/adjudication/<bigint:pk>/<bigint:hit>/", adjudicate_hit, "adjudicate"),
    framed("review/exclusions/<bigint:pk>/", exclusions, "exclusions"),
    guarded("review/exclusions/<bigint:pk>/act/", exclude, "exclude"),
    framed("review/<assignment:pk>/", review.review_answer, "review_answer"),
    guarded("review/<assignment:pk>/decide/", review.decide, "decide"),
    guarded("review/<assignment:pk>/undo/", review.undo, "undo_decision"),
    # Datasets and their imports.
    framed("datasets/", lists.DatasetsPage, "datasets"),
    framed("datasets/import/", datasets.ImportDataset, "import_dataset"),
    framed("datasets/imports/", lists.ImportsPage, "imports"),
    guarded("datasets/imports/<bigint:pk>/progress/", datasets.import_progress, "import_progress"),
    guarded("datasets/imports/<bigint:pk>/cancel/", datasets.cancel, "cancel_import"),
    framed("datasets/<bigint:pk>/", datasets.DatasetPage, "dataset"),
    # Payments.
    framed("payments/", ledger.PaymentsPage, "payments"),
    framed("payments/<bigint:pk>/", ledger.PaymentsPage, "project_payments"),
    framed("payments/<bigint:pk>/add/", money.AddFunds, "add_funds"),
    framed("payments/<bigint:pk>/pay-out/", money.PayOut, "pay_out"),
    framed("payments/<bigint:pk>/bonus/", money.PayBonuses, "pay_bonuses"),
    framed("payments/<bigint:pk>/ask/", money.AskForAddress, "ask_for_address"),
    guarded("payments/<bigint:pk>/owed.csv", files.owed_file, "owed_file"),
    guarded("payments/<bigint:pk>/payouts/<str:name>.csv", files.payout_file, "payout_file"),
    framed("payments/ledger/<bigint:pk>/", ledger.entry_page, "ledger_entry"),
    framed("payments/ledger/<bigint:pk>/correct/", money.Correct, "correct_entry"),
    # Exports, snapshots and replays.
    framed("export/<bigint:pk>/", exports.export_page, "export"),
    framed("export/<bigint:pk>/file/", exports.export_file, "export_file"),
    guarded("export/<bigint:pk>/for/<slug:tool>/", exports.tool_file, "tool_file"),
    framed("export/<bigint:pk>/keep/", exports.keep_snapshot, "keep_snapshot"),
    framed("export/<bigint:pk>/<slug:sha256>/", exports.snapshot_page, "snapshot"),
    guarded("export/<bigint:pk>/<slug:sha256>/file/", exports.snapshot_file, "snapshot_file"),
    guarded("replay/<bigint:pk>/", replay, "replay"),
    # Judge runs, their replies and model endpoints.
    framed("judge/<bigint:pk>/", judge_batch, "judge_batch"),
    guarded("judge/<bigint:pk>/replies.csv", replies_file, "replies_file"),
    framed("judges/", runs.RunsPage, "judge_runs"),
    guarded("judges/new/", runs.new_run, "new_judge_run"),
    framed("judges/<bigint:pk>/", run.run_page, "judge_run"),
    framed("judges/<bigint:pk>/settings/", runs.ChangeRun, "change_judge_run"),
    guarded("judges/<bigint:pk>/progress/", run.run_progress, "judge_run_progress"),
    guarded(
        "judges/<bigint:pk>/prompts/<slug:provider>.jsonl", run.prompts_file, "judge_run_prompts"
    ),
    guarded("judges/<bigint:pk>/results/", run.import_file, "judge_run_results"),
    *(
        framed(f"judges/<bigint:pk>/{action}/", run.act, f"{action}_judge_run", action=action)
        for action in run.ACTIONS
    ),
    framed("judges/replies/", RepliesPage, "judge_replies"),
    framed("judges/replies/<bigint:pk>/", reply_page, "judge_reply"),
    framed("judges/endpoints/", EndpointsPage, "endpoints"),
    framed("judges/endpoints/new/", EndpointPage, "new_endpoint"),
    framed("judges/endpoints/<bigint:pk>/", EndpointPage, "endpoint"),
    # Prompt templates.
    framed("prompts/", prompts.PromptsPage, "prompts"),
    framed("prompts/write/", prompts.WritePrompt, "write_prompt"),
    framed("prompts/<bigint:pk>/", prompts.PromptPage, "prompt"),
    # Rubrics.
    framed("rubrics/", RubricsPage, "rubrics"),
    framed("rubrics/write/", WriteRubric, "write_rubric"),
    framed("rubrics/<bigint:pk>/", VersionPage, "rubric_version"),
    framed("rubrics/<bigint:pk>/difference/", DifferencePage, "rubric_difference"),
    # Links, panels, studies at Prolific, and consent and questionnaires.
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
    framed("links/<bigint:pk>/", recruiting.links_page, "links"),
    framed("links/<bigint:pk>/one/", recruiting.make_one, "make_link"),
    framed("links/<bigint:pk>/many/", recruiting.make_many, "make_links"),
    guarded("links/<bigint:pk>/keep-out/", recruiting.keep_out, "keep_out"),
    framed("links/<bigint:pk>/merge/", merge_page, "merge_people"),
    framed("links/<bigint:pk>/panel/", panel_page, "new_panel"),
    framed("links/<bigint:pk>/panel/<bigint:panel_pk>/", panel_page, "panel"),
    framed("links/<bigint:pk>/<bigint:link_pk>/revoke/", recruiting.take_back_link, "revoke_link"),
    # The steps of a new batch.
    framed("batches/new/", new_batch, "new_batch"),
    framed("batches/new/files/<bigint:pk>/", columns_page, "batch_columns"),
    guarded("batches/new/template/<slug:key>.csv", template_file, "batch_template"),
    guarded("batches/<bigint:pk>/steps/publish/preflight/", preflight_part, "preflight_part"),
    framed("batches/<bigint:pk>/steps/<slug:step>/", batch_step, "batch_step"),
    # Webhooks.
    framed("webhooks/", webhooks.webhooks, "webhooks"),
    framed("webhooks/<bigint:pk>/", webhooks.webhook, "webhook"),
    framed("webhooks/<bigint:pk>/secret/", hooks.new_secret, "webhook_secret"),
    guarded("webhooks/<bigint:pk>/test/", hooks.test, "webhook_test"),
    guarded("webhooks/<bigint:pk>/on/", hooks.turn_on, "webhook_on"),
    guarded("webhooks/<bigint:pk>/off/", hooks.turn_off, "webhook_off"),
    guarded("webhooks/<bigint:pk>/again/", hooks.again_failed, "webhook_again"),
    framed("webhooks/<bigint:pk>/delete/", hooks.delete, "webhook_delete"),
    framed("webhooks/deliveries/<bigint:pk>/", webhooks.delivery, "delivery"),
    guarded("webhooks/deliveries/<bigint:pk>/again/", hooks.again, "delivery_again"),
    *moved(
        {
            "people/user/": "accounts",
            "people/user/add/": "new_account",
            "people/user/<bigint:pk>/change/": "account",
            "people/user/<bigint:pk>/password/": "account_password",
            "hits/batch/": "batches",
            "hits/batch/add/": "new_batch",
            "hits/batch/<bigint:pk>/change/": "batch_settings",
            "hits/batch/<bigint:pk>/publish/": "batch_running",
            "people/project/": "projects",
            "people/project/<bigint:pk>/pool/": "project_pool",
            "people/project/<bigint:pk>/change/": "project_settings",
            "hits/enrolment/": "annotators",
            "hits/assignment/": "review_table",
            "hits/assignment/<bigint:pk>/change/": "review_answer",
            "hits/appeal/": "appeals",
            "hits/appeal/<bigint:pk>/change/": "appeal",
            "stimuli/dataset/": "datasets",
            "stimuli/dataset/import/": "import_dataset",
            "stimuli/dataset/<bigint:pk>/change/": "dataset",
            "stimuli/datasetimport/": "imports",
            "stimuli/datasetimport/<bigint:pk>/change/": "batch_columns",
            "payments/transaction/": "payments",
            "payments/transaction/<bigint:pk>/change/": "ledger_entry",
            "people/project/<bigint:pk>/deposit/": "add_funds",
            "people/project/<bigint:pk>/goodwill/": "pay_bonuses",
            "people/project/<bigint:pk>/payouts/": "pay_out",
            "people/project/<bigint:pk>/payouts/<str:name>.csv": "payout_file",
            "judges/judgerun/": "judge_runs",
            "judges/judgerun/add/": "judge_runs",
            "judges/judgerun/<bigint:pk>/change/": "judge_run",
            "judges/judgerun/<bigint:pk>/prompts/<slug:provider>.jsonl": "judge_run_prompts",
            "judges/verdict/": "judge_replies",
            "judges/verdict/<bigint:pk>/change/": "judge_reply",
            "judges/judgeendpoint/": "endpoints",
            "judges/judgeendpoint/add/": "new_endpoint",
            "judges/judgeendpoint/<bigint:pk>/change/": "endpoint",
            "surveys/prompttemplate/": "prompts",
            "surveys/prompttemplate/add/": "write_prompt",
            "surveys/prompttemplate/<bigint:pk>/change/": "prompt",
            "surveys/rubricversion/": "rubrics",
            "surveys/rubricversion/load/": "write_rubric",
            "surveys/rubricversion/<bigint:pk>/change/": "rubric_version",
            "surveys/rubricversion/<bigint:pk>/difference/": "rubric_difference",
        }
    ),
)
