"""Exports: long and wide CSV, streamed from PostgreSQL, and the data dictionary that explains their
columns."""

from hits.exports.dictionary import dictionary_csv, dictionary_rows
from hits.exports.streams import KINDS, answer_columns, export_rows, stream

__all__ = ["KINDS", "answer_columns", "dictionary_csv", "dictionary_rows", "export_rows", "stream"]
