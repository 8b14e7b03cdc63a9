"""`manage.py prepare` on a database of an older version says what to do."""

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from annotation.management.commands.prepare import OLDER, lacks_columns


def test_tables_of_an_older_version_are_refused(db):
    assert not lacks_columns()
    with connection.cursor() as cursor:
        cursor.execute("alter table hits_assignment rename column prefetched to ahead")
    with pytest.raises(CommandError) as refusal:
        call_command("prepare")
    assert str(refusal.value) == OLDER
