"""What is rated (`datasets`), what is promised (`batches`), who did what (`work`), and the money (`money`)."""

from hits.models.appeals import Appeal
from hits.models.batches import Batch, Enrolment
from hits.models.datasets import Dataset, DatasetImport, Item, ItemMedium, Medium, Output, System
from hits.models.money import Account, Entry, Transaction
from hits.models.work import HIT, Answer, Assignment, Draft, DraftVersion, RaisedConcern, Viewing

__all__ = [
    "HIT",
    "Account",
    "Answer",
    "Appeal",
    "Assignment",
    "Batch",
    "Dataset",
    "DatasetImport",
    "Draft",
    "DraftVersion",
    "Enrolment",
    "Entry",
    "Item",
    "ItemMedium",
    "Medium",
    "Output",
    "RaisedConcern",
    "System",
    "Transaction",
    "Viewing",
]
