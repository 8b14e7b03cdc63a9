"""The export columns that do not come from the rubric. Each column is defined once, with its name,
meaning and SQL."""

from dataclasses import dataclass

from core.tabular.formulas import guarded_sql
from hits.states import PARTS
from hits.telemetry import ACTIVE, MEASURES, Measure
from surveys.base import LETTERS

TIME = """to_char({0} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')"""
# The address of a HIT as it was shown; `desk` has a page there.
REPLAY = "/admin/replay/"


@dataclass(frozen=True)
class Fixed:
    """A column of exports. If `text` is true, the values are texts from outside, so CSV files guard
    them against being run as formulas. If `time` is true, the values are times."""

    name: str
    meaning: str
    sql: str
    text: bool = False
    time: bool = False


def measured(measure: Measure) -> Fixed:
    """Return the column for a measurement that the annotator's browser recorded."""
    meaning = f"{measure.meaning} Blank if not recorded."
    return Fixed(measure.column, meaning, f"(w.seen ->> '{measure.key}')::numeric")


ASSIGNMENT = (
    Fixed("HITId", "Number of the HIT.", "h.id"),
    Fixed("Title", "Title of the batch.", "b.title", text=True),
    Fixed("Reward", "Reward for one assignment.", "b.reward"),
    Fixed("Currency", "Currency of the reward.", "p.currency"),
    Fixed("AssignmentId", "Number of the assignment, which is one person's work on a HIT.", "a.id"),
    Fixed("WorkerId", "Pseudonym of the annotator in this batch.", "e.pseudonym"),
    Fixed(
        "AssignmentStatus",
        "Submitted, Approved or Rejected, spelled as in Mechanical Turk.",
        "initcap(a.state)",
    ),
    Fixed(
        "Counted",
        "1 if results include the response: its HIT is a main HIT and nothing excludes it. Else 0.",
        f"case when {PARTS['is_counted']} then 1 else 0 end",
    ),
    Fixed(
        "ExcludedBy",
        "Rules that exclude the response from all results. Blank if there are none.",
        "(select string_agg(x.rule, ' ' order by x.rule) from hits_exclusion x"
        " where x.assignment_id = a.id and x.taken_back_at is null)",
        text=True,
    ),
    Fixed("AcceptTime", "When the HIT was taken (UTC).", "a.accepted_at", time=True),
    Fixed("SubmitTime", "When the answers were submitted (UTC).", "a.submitted_at", time=True),
    Fixed(
        "ApprovalTime",
        "When the response was approved (UTC).",
        "case when a.state = 'approved' then a.decided_at end",
        time=True,
    ),
    Fixed(
        "RejectionTime",
        "When the response was rejected (UTC).",
        "case when a.state = 'rejected' then a.decided_at end",
        time=True,
    ),
    Fixed("RequesterFeedback", "Reason for the approval or rejection.", "a.reason", text=True),
    Fixed(
        "WorkTimeInSeconds",
        "Seconds from taking the HIT to submitting it.",
        "round(extract(epoch from a.submitted_at - a.accepted_at))::bigint",
    ),
    measured(ACTIVE),
    Fixed("Purpose", "main, gold, training or retest.", "h.purpose"),
    Fixed("Item", "Id of the item in the dataset.", "i.external_id", text=True),
    Fixed(
        "System_a",
        "System that produced output a, which is the only output if a HIT has one.",
        "sa.name",
        text=True,
    ),
    Fixed(
        "System_b",
        "System that produced output b. Blank if a HIT has one output.",
        "sb.name",
        text=True,
    ),
    Fixed(
        "OrderShown",
        "Canonical letters of the outputs in the order shown, for example ba.",
        "a.shown_order",
    ),
    Fixed(
        "LanguageShown",
        "Language of the page, as its code in the rubric. Blank if not recorded.",
        "a.shown_language",
    ),
    Fixed(
        "ConcernsOverridden",
        "Rules whose contradictions the annotator was asked about and confirmed.",
        "(select string_agg(c.guard, ' ' order by c.guard) from hits_raisedconcern c"
        " where c.assignment_id = a.id and c.overridden_at is not null)",
    ),
    *(measured(measure) for measure in MEASURES if measure is not ACTIVE),
    Fixed(
        "TimesExtended", "How often the annotator extended the time limit of the HIT.", "a.extended"
    ),
    Fixed(
        "Sequence",
        "Place of the HIT among all HITs that the annotator took in this batch, from 1.",
        "a.sequence",
    ),
    Fixed(
        "CompletionCode",
        "The annotator's completion code. Blank if there is none.",
        "nullif(e.completion_code, '')",
        text=True,
    ),
    Fixed("Rubric", "Name and version of the rubric.", "r.name || ' v' || v.number", text=True),
    Fixed(
        "RubricSHA256",
        "SHA-256 of the canonical form of the rubric that was shown.",
        "a.rubric_sha256",
    ),
    Fixed(
        "Replay",
        "Address of the page as it was shown, with the answers. Only project members can open it.",
        f"%(site)s::text || '{REPLAY}' || a.id || '/'",
    ),
)
# Replaces the batch's own pseudonym. This is HMAC-SHA256 of the account's number with the project's
# key, which stays on the server. The two padded keys are parameters; the rest is the definition of
# HMAC.
STABLE = Fixed(
    "WorkerId",
    "Pseudonym of the annotator, the same in all batches of the project.",
    """'P-' || upper(left(encode(sha256(%(outer_key)s::bytea || sha256(
    %(inner_key)s::bytea || convert_to(a.annotator_id::text, 'UTF8'))), 'hex'), 16))""",
)


def output_id(letter: str) -> str:
    return f"h.output_ids[{LETTERS.index(letter) + 1}]"


def shown_text(letter: str, text: str) -> str:
    """Return SQL for an output's text as the batch shows it (with masked words). `text` is SQL for
    the unmasked text."""
    return f"""coalesce((select k.text from hits_maskedoutput k
               where k.batch_id = b.id and k.output_id = {output_id(letter)}), {text})"""


# This column is only for batches that mask outputs.
MASKED = Fixed(
    "OutputsMasked",
    "Canonical letters of the outputs in which words were replaced by […]. Blank if none were.",
    """(select string_agg(chr(96 + shown.place::int), ' ' order by shown.place)
          from unnest(h.output_ids) with ordinality as shown(id, place)
          join hits_maskedoutput k on k.batch_id = b.id and k.output_id = shown.id)""",
)


def further_system(letter: str) -> Fixed:
    """Return the column for the system of the third or a later output."""
    sql = f"""(select s.name from stimuli_output o join stimuli_system s on s.id = o.system_id
               where o.id = {output_id(letter)})"""
    return Fixed(f"System_{letter}", f"System that produced output {letter}.", sql, text=True)


def further_output(letter: str) -> Fixed:
    """Return the column for the text of the third or a later output."""
    own = f"(select o.text from stimuli_output o where o.id = {output_id(letter)})"
    sql = shown_text(letter, own)
    return Fixed(f"Input.output_{letter}", f"Text of output {letter}.", sql, text=True)


ANSWER = (
    Fixed("Question", "Key of the question.", "n.key"),
    Fixed("Criterion", "Criterion that the question measures. Blank if none.", "q.criterion"),
    Fixed(
        "Output",
        "Canonical letter of the rated output: a or b. Blank if the question is not about one of "
        "several outputs.",
        "q.output",
    ),
    Fixed(
        "System",
        "System that produced the rated output. Blank if the question is about several outputs.",
        """case when q.output <> '' then (
             select s.name from stimuli_output o join stimuli_system s on s.id = o.system_id
              where o.id = h.output_ids[ascii(q.output) - ascii('a') + 1])
           when cardinality(h.output_ids) = 1 then sa.name end""",
        text=True,
    ),
    Fixed(
        "Position",
        "Position of the rated output on the page, from 1. Blank if the column Output is blank.",
        "nullif(strpos(a.shown_order, nullif(q.output, '')), 0)",
    ),
    Fixed("Number", "The answer, if it is a number.", "n.number"),
    Fixed(
        "Text",
        "The answer, if it is a text, or its data as JSON.",
        "coalesce(n.text, n.data::text)",
        text=True,
    ),
)


def named(sql: str, name: str) -> str:
    """Return an entry of an SQL select list: the expression `sql` with `name` as its quoted alias.
    Every `%` in the name is doubled, because the statement has parameters."""
    quoted = name.replace('"', '""').replace("%", "%%")
    return f'{sql} as "{quoted}"'


def in_csv(column: Fixed) -> str:
    """Return the column's entry in the select list for CSV: texts that look like formulas get an
    apostrophe, and times are in ISO 8601."""
    return named(guarded_sql(column.sql) if column.text else _in_words(column), column.name)


def in_json(column: Fixed) -> str:
    """Return the column's entry in the select list for JSON Lines: texts are unchanged, and times
    are in ISO 8601."""
    return named(_in_words(column), column.name)


def typed(column: Fixed) -> str:
    """Return the column's entry in the select list for Parquet: texts and times keep their
    types."""
    return named(column.sql, column.name)


def _in_words(column: Fixed) -> str:
    return TIME.format(column.sql) if column.time else column.sql
