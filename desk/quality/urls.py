"""The addresses of a batch's checks, below the desk's."""

from collections.abc import Callable
from typing import Any

from django.urls import URLPattern, path

from desk.quality import qualifications, rules, training, views
from desk.quality.by_hand import UseHit, give_answers
from desk.quality.plan import PlanPage, osf_file


def quality_urls(framed: Callable[..., Any], guarded: Callable[..., Any]) -> list[URLPattern]:
    """`framed` gives a view what the frame needs; `guarded` only lets researchers in."""
    return [
        path("hits/batch/<bigint:pk>/checks/", framed(views.checks_page), name="batch_checks"),
        path(
            "hits/batch/<bigint:pk>/checks/gold/<bigint:key>/retire/",
            framed(views.retire),
            name="retire_gold",
        ),
        path("hits/batch/<bigint:pk>/checks/copies/", guarded(views.degrade), name="degrade"),
        path("hits/batch/<bigint:pk>/checks/use/", guarded(give_answers), name="give_answers"),
        path(
            "hits/batch/<bigint:pk>/checks/use/<bigint:item>/<slug:outputs>/",
            framed(UseHit.as_view()),
            name="use_hit",
        ),
        path(
            "hits/batch/<bigint:pk>/checks/remove/<bigint:key>/",
            guarded(views.remove),
            name="remove_key",
        ),
        path("hits/batch/<bigint:pk>/rules/", framed(rules.rules_page), name="batch_rules"),
        path("hits/batch/<bigint:pk>/rules/act/", guarded(rules.act_on_rules), name="act_on_rules"),
        path("hits/batch/<bigint:pk>/rules/plan.json", guarded(rules.plan), name="rule_plan"),
        path("hits/batch/<bigint:pk>/plan/", framed(PlanPage.as_view()), name="batch_plan"),
        path("hits/batch/<bigint:pk>/plan/osf.md", guarded(osf_file), name="osf_file"),
        path(
            "hits/batch/<bigint:pk>/training/",
            framed(training.training_page),
            name="batch_training",
        ),
        path(
            "hits/batch/<bigint:pk>/training/answers.csv",
            guarded(training.answers_file),
            name="training_answers",
        ),
        path(
            "hits/batch/<bigint:pk>/training/<bigint:enrolment>/",
            guarded(training.decide),
            name="decide_training",
        ),
        path(
            "hits/batch/<bigint:pk>/required/",
            guarded(qualifications.require),
            name="require_qualification",
        ),
        path("qualifications/", framed(qualifications.qualifications_page), name="qualifications"),
        path(
            "qualifications/<bigint:pk>/",
            framed(qualifications.qualification_page),
            name="qualification",
        ),
        path(
            "qualifications/<bigint:pk>/table/",
            framed(qualifications.grant_people_table),
            name="qualify_table",
        ),
        path(
            "qualifications/<bigint:pk>/people/<bigint:person>/revoke/",
            guarded(qualifications.revoke_person),
            name="revoke_qualification",
        ),
    ]
