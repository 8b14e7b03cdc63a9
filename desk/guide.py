"""Links from the researchers' pages to the documentation. The link **Guide** uses them."""

from django.http import HttpRequest
from django.urls import reverse

# A page of the documentation with its heading, and the desk's routes that it describes.
PAGES = {
    "researchers#find-your-way": "index find switch_project open_demo",
    "researchers#projects-and-roles": (
        "projects new_project project project_settings set_role end_member_sessions"
    ),
    "researchers#archive-and-delete": "put_away",
    "researchers#invite-a-colleague": "invite revoke_invitation",
    "researchers#the-steps-of-a-batch": "new_batch data batch_settings publish",
    "researchers#activity": "acts",
    "researchers/samples-and-costs#samples-that-can-be-repeated": "compared",
    "researchers/samples-and-costs#what-a-batch-costs": "pay",
    "statistics/power": "power",
    "researchers/samples-and-costs#payments": (
        "payments project_payments owed_file payout_file ledger_entry correct_entry"
    ),
    "researchers/samples-and-costs#add-funds-pay-out-and-give-a-bonus": (
        "add_funds pay_out pay_bonuses ask_for_address pay_response_bonuses"
    ),
    "researchers/who-may-work#who-may-work": "batch_audience project_pool people",
    "researchers/live-batches#while-a-batch-runs": (
        "batches batch_running batch_running_parts batch_unveil close_batch retry_batch"
        " pause_batch resume_batch cancel_batch"
    ),
    "researchers/live-batches#adding-to-a-live-batch-pilots-and-copies": (
        "amend duplicate pilot main_batch add_rows rows_columns"
    ),
    "researchers/reviewing#reviewing-responses": (
        "review review_table review_many review_answer decide undo_decision appeals appeal"
        " overturn_rejections adjudication adjudicate replay approve_responses reject_responses"
        " exclude_responses give_answers"
    ),
    "researchers/exports#the-exports": (
        "export export_file tool_file keep_snapshot snapshot snapshot_file old_results"
    ),
    "recruiting#links": "links make_link make_links revoke_link",
    "recruiting#panels": "new_panel panel",
    "recruiting/consent-and-questionnaires#around-the-work": (
        "around write_consent write_page choose_page look_at_page page_answers"
    ),
    "recruiting/consent-and-questionnaires#sessions": "sittings",
    "recruiting/ways-in-and-out#who-stays-out": "keep_out",
    "recruiting/ways-in-and-out#merge-two-annotators": "merge_people",
    "prolific": "prolific",
    "prolific/studies#approving-rejecting-bonuses": "prolific_submission",
    "annotators#something-is-wrong-with-a-hit": "broken_hits broken_hit decide_broken",
    "annotators#writing-to-you": "message_threads message_thread message_read",
    "annotators#a-minimum-hourly-pay": "wages top_up",
    "annotators/personal-data": "erase_person download_person",
    "quality": "batch_checks retire_gold degrade use_hit remove_key",
    "quality/annotators#annotators": "annotators batch_annotators annotator hold_annotator",
    "quality/plan": "batch_plan osf_file",
    "quality/rules#rules": "batch_rules act_on_rules rule_plan exclusions exclude",
    "quality/training#training-and-a-test": "batch_training training_answers decide_training",
    "quality/training#qualifications": (
        "qualifications qualification qualify_table revoke_qualification require_qualification"
    ),
    "importing": "datasets dataset import_dataset imports import_progress cancel_import",
    "importing#the-table": "batch_columns batch_template",
    "rubrics": "rubrics write_rubric rubric_version asked look",
    "rubrics/languages#versions": "rubric_difference",
    "judges#planning-a-run": "judge_batch judge_runs new_judge_run change_judge_run",
    "judges#running-it-from-here": (
        "judge_run judge_run_progress start_judge_run pause_judge_run cancel_judge_run"
        " retry_judge_run endpoints new_endpoint endpoint prompts prompt write_prompt"
    ),
    "judges#by-a-providers-batch-service": "judge_run_prompts judge_run_results",
    "judges#importing-replies-from-elsewhere": "replies_file",
    "judges/replies": "judge_replies judge_reply",
    "judges/reporting": "checklist",
    "statistics#length-and-own-model-family": "makers",
    "judges/results#the-results": "results report report_unveil report_difference",
    "api#tokens": "tokens end_token",
    "webhooks": (
        "webhooks webhook webhook_secret webhook_test webhook_on webhook_off webhook_again"
        " webhook_delete delivery delivery_again"
    ),
    "operations/faults#long-tasks": "tasks task task_part act_on_task preflight_part",
    "operations/signing-in#accounts-and-tables": (
        "accounts new_account account account_password reset_factors log_out_account tables table"
        " table_row"
    ),
}
OF_ROUTE = {route: page for page, routes in PAGES.items() for route in routes.split()}


def guide_address(request: HttpRequest) -> str:
    """Return the URL of the documentation about the current page or, in a draft, about the current
    step."""
    match = request.resolver_match
    route = (match.kwargs.get("step") or match.url_name) if match else None
    name, mark, heading = OF_ROUTE.get(route or "", OF_ROUTE["index"]).partition("#")
    return reverse("documentation", args=[name]) + mark + heading
