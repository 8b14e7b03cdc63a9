"""The file for each generated client method, and the operations with methods written by hand."""

# Operations with handwritten methods in site.py: they wait, read files or search by name.
BY_HAND = {
    "list_projects": "projects",
    "import_dataset": "import_table",
    "read_dataset": "dataset",
    "delete_dataset": "delete_dataset",
    "list_rubrics": "rubric",
    "store_rubric": "store_rubric",
    "list_batches": "batches",
    "read_batch": "batch",
    "begin_batch": "begin",
    "change_batch": "change",
    "read_cost": "cost",
    "publish_batch": "publish",
    "read_preflight": "preflight",
    "read_progress": "progress",
    "import_judge_run": "import_replies",
    "ask_for_report": "report",
    "check_certificate": "check_certificate",
    "read_report_file": "report_file",
    "list_answers": "answers",
    "export_batch": "export",
    "keep_snapshot": "snapshot",
    "read_snapshot": "snapshot_file",
}
# Descriptions of files of methods, and the parts of addresses that belong to them.
GROUPS = {
    "prolific": (
        "Studies at Prolific, and people's submissions there",
        "prolific prolific-submissions",
    ),
    "judges": (
        "Judge runs, prompt templates and model endpoints",
        "judge-runs endpoints prompt-templates",
    ),
    "webhooks": ("Webhooks, and the tasks of workers", "webhooks deliveries tasks"),
    "checks": (
        "Quality checks, training, exclusion rules, the study plan and qualifications",
        "checks training rules qualifications study-plan",
    ),
    "people": (
        "Annotators: participations, messages, statistics, appeals, wages",
        "parts threads annotators measures objections broken wages sittings consents merge",
    ),
    "recruiting": (
        "Recruitment: links, panels, lists, consent and questionnaires",
        """links panels panel-presets people kept-out required-qualification pages page-texts
        admit refuse forget old-results pool""",
    ),
    "results": (
        "Responses, decisions, exports and reports",
        """answers assignments export dictionary adjudicated adjudication snapshots decisions
        overturns exclusions metrics reports""",
    ),
    "data": ("Datasets, imports and rubrics", "datasets imports rubrics media"),
    "projects": ("Projects, their members and their money", "projects transactions"),
    "batches": ("Drafts and published batches", ""),
}
# Names for `{id}` in an address, by the part of the address before it.
SINGULAR = {
    "imports": "dataset_import",
    "rubrics": "version",
    "judge-runs": "run",
    "rules": "declared",
    "people": "part",
    "annotators": "part",
    "parts": "part",
    "deliveries": "delivery",
    "prolific-submissions": "submission",
}
