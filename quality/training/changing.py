"""Changes to the training and test of a draft."""

from collections.abc import Mapping

from django.db import transaction

from core.small_tables import SizedUpload, small_table
from hits.batches.drafting import change_draft
from hits.models import Batch
from hits.terms import Step, names_in
from people.models import User
from quality.gold.uploading import set_training
from quality.qualifications.granting import qualification_of

TERMS = [name for name in names_in(Step.TRAINING) if name != "tested_qualification"]


@transaction.atomic
def change_training(
    *,
    batch: Batch,
    terms: Mapping[str, object],
    qualification: str,
    by: User,
    table: SizedUpload | None = None,
) -> None:
    """Change a draft's training settings and the qualification that its test gives ("" for none).
    If `table` is given, replace the training and test HITs. Raises RateroomError."""
    name = qualification.strip()
    tested = qualification_of(project=batch.project, name=name, by=by) if name else None
    change_draft(batch_id=batch.pk, changes={**terms, "tested_qualification": tested})
    if table:
        with small_table(table) as path:
            set_training(batch_id=batch.pk, path=path, by=by)
