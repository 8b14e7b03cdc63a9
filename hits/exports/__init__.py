"""Exports of a batch: long and wide tables as CSV, JSON Lines or Parquet, streamed from PostgreSQL.
Citable snapshots, and the data dictionary that explains the columns, are also here."""

from hits.exports.choice import ExportChoice, Form, Pseudonyms, Table, check_form
from hits.exports.columns import answer_columns
from hits.exports.dictionary import dictionary_csv, dictionary_rows
from hits.exports.queries import MOST_COUNTED, count_rows
from hits.exports.streams import export_pieces, stream
