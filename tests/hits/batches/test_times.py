"""Tests of working times, which determine the hourly pay."""

from decimal import Decimal

from hits.progress.running import hourly_pay


def test_no_person_works_in_less_than_a_second():
    assert (hourly_pay(Decimal("0.05"), 0), hourly_pay(Decimal("0.05"), 0.99)) == (None, None)
    assert hourly_pay(Decimal("0.05"), 7) == Decimal("25.71")
