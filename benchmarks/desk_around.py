"""The other objects of a busy project: links, qualifications, messages, reports, exclusions,
activity and a draft. There are thousands of most of these."""

from dataclasses import dataclass

from django.utils import timezone

from benchmarks.fill import Shape, World, draft_batch, unchecked_keys
from desk.steps.steps import FORMS
from hits.models import Batch, Qualification
from people.models import Act, User
from quality.annotators.folding import fold_annotators

LINKS = 2_000
ACTS = 100_000


@dataclass(frozen=True)
class Around:
    """The objects that some pages need in addition to the large batch."""

    draft: Batch
    qualification: Qualification


def fill_around(world: World, large: Batch, *, owner: User) -> Around:
    """Create the other objects of the large batch's project. Compute the statistics of the batch's
    annotators, as a task of the site does. Return the draft and the qualification."""
    qualification = Qualification.objects.create(project=world.project, name="Careful readers")
    with unchecked_keys() as cursor:
        values = {
            "batch": large.pk,
            "project": world.project.pk,
            "owner": owner.pk,
            "qualification": qualification.pk,
            "links": LINKS,
            "acts": ACTS,
            "paused": Act.Verb.PAUSED.value,
            "now": timezone.now(),
        }
        for statement in STATEMENTS:
            cursor.execute(statement, values)
    fold_annotators(batch_id=large.pk)
    draft = draft_batch(world, large.dataset, Shape(large.hits_planned))
    return Around(draft, qualification)


LARGE = """links merge_people new_panel prolific batch_checks batch_rules judge_batch amend
    main_batch wages"""
DRAFT = "old_results batch_checks batch_rules batch_training around"


def pages_around(large: Batch, around: Around) -> list[tuple[str, tuple[object, ...]]]:
    """Return (route name, arguments) of each page with the large batch or objects in `around`."""
    draft = around.draft.pk
    thread = large.enrolments.order_by("pk").first()
    report = large.hits.filter(assignments__broken_report__isnull=False).order_by("pk").first()
    found: list[tuple[str, tuple[object, ...]]] = [
        *((name, ()) for name in ("message_threads", "broken_hits", "new_project")),
        *((name, (large.pk,)) for name in LARGE.split()),
        *((name, (draft,)) for name in DRAFT.split()),
        *((name, (draft, "about")) for name in ("write_page", "look_at_page")),
        *(("batch_step", (draft, key)) for key in sorted(FORMS)),
        ("qualification", (around.qualification.pk,)),
        ("put_away", ("batch", draft)),
    ]
    if report is not None:
        found.append(("broken_hit", (report.pk,)))
    if thread is not None:
        found += [("message_thread", (thread.pk,)), ("erase_person", (thread.pk,))]
    return found


STATEMENTS = (
    """
    insert into people_invitation (project_id, batch_id, role, address, key, token_sha256, uses,
        used, label, language, expires_at, created_at, created_by_id)
    select %(project)s, %(batch)s, '', '', 'link-' || n, md5('a' || n) || md5('b' || n), 1, 0,
           'Person ' || n, 'en', %(now)s::timestamptz + interval '30 days', %(now)s, %(owner)s
      from generate_series(1, %(links)s) n
    """,
    """
    insert into hits_qualifiedperson (qualification_id, user_id, origin, reason, granted_at,
        revoked_reason)
    select %(qualification)s, annotator_id, 'test', '', %(now)s, ''
      from hits_enrolment where batch_id = %(batch)s
    """,
    """
    insert into hits_message (enrolment_id, by_annotator, author_id, text, sent_at, read_at)
    select id, n = 1, annotator_id, 'Is the second picture meant to be dark?',
           %(now)s::timestamptz - interval '1 second' * (id + n),
           case when id %% 7 > 0 then %(now)s::timestamptz end
      from hits_enrolment, generate_series(1, 2) n where batch_id = %(batch)s
    """,
    """
    insert into hits_brokenreport (assignment_id, category, text, made_at, decision)
    select id, 'media', 'It does not load.', %(now)s, '' from hits_assignment
     where batch_id = %(batch)s and state = 'submitted' order by id limit 2000
    """,
    """
    insert into hits_exclusion (assignment_id, rule, reason, excluded_at)
    select id, case when id %% 2 = 0 then 'faster than 4 s' else 'by hand' end, 'Too fast.', %(now)s
      from hits_assignment where batch_id = %(batch)s and submitted_at is not null and id %% 8 = 0
    """,
    """
    insert into people_act (at, actor_id, verb, project_id, subject_type, subject_id, subject_name,
        request_id)
    select %(now)s, %(owner)s, %(paused)s, %(project)s, 'hits.batch',
           case when n %% 2 = 0 then %(batch)s else 0 end, 'Batch 0', ''
      from generate_series(1, %(acts)s) n
    """,
)
