"""Addresses of a batch's checks, below the desk's."""

from desk.addresses import framed, guarded
from desk.quality import qualifications, rules, training, views
from desk.quality.by_hand import UseHit, give_answers
from desk.quality.plan import PlanPage, osf_file

QUALITY_URLS = (
    framed("hits/batch/<bigint:pk>/checks/", views.checks_page, "batch_checks"),
    framed("hits/batch/<bigint:pk>/checks/gold/<bigint:key>/retire/", views.retire, "retire_gold"),
    guarded("hits/batch/<bigint:pk>/checks/copies/", views.degrade, "degrade"),
    guarded("hits/batch/<bigint:pk>/checks/use/", give_answers, "give_answers"),
    framed("hits/batch/<bigint:pk>/checks/use/<bigint:item>/<slug:outputs>/", UseHit, "use_hit"),
    guarded("hits/batch/<bigint:pk>/checks/remove/<bigint:key>/", views.remove, "remove_key"),
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
)
