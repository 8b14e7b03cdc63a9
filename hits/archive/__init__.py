"""Archiving of drafts, closed batches, datasets and projects, and deletion if nothing depends on
them."""

from hits.models import Batch
from people.models import Project
from stimuli.models import Dataset

Kept = Batch | Dataset | Project
