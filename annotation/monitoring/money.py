"""Metrics about money: whether the ledger agrees with the work done, and how much judges cost."""

from collections.abc import Iterator
from decimal import Decimal

from django.core.cache import cache
from django.db.models import DecimalField, ExpressionWrapper, F, Sum
from django.utils import timezone
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.metrics_core import Metric

from hits.money.reconciliation import reconcile
from judges.models import Verdict

NAME = "monitoring:ledger"
MILLION = 1_000_000


def check_ledger() -> int:
    """Compare the ledger with the work done, store the result for the metrics, and return the
    number of accounts that differ."""
    differences: dict[str, Decimal] = {}
    accounts = 0
    for line in reconcile():
        differences.setdefault(line.currency, Decimal(0))
        if line.difference:
            accounts += 1
            differences[line.currency] += abs(line.difference)
    sums = {currency: float(total) for currency, total in differences.items()}
    outcome = {"accounts": accounts, "sums": sums, "at": timezone.now().timestamp()}
    cache.set(NAME, outcome, timeout=None)
    return accounts


def ledger_figures() -> Iterator[Metric]:
    """Yield the result of the last check of the ledger. Yield nothing before the first check."""
    outcome = cache.get(NAME)
    if outcome is None:
        return
    yield GaugeMetricFamily(
        "rateroom_ledger_accounts_that_differ",
        "Accounts whose balance differed from the recorded work at the last check.",
        value=outcome["accounts"],
    )
    sums = GaugeMetricFamily(
        "rateroom_ledger_difference",
        "Sum of the absolute differences at the last check.",
        labels=["currency"],
    )
    for currency, total in sorted(outcome["sums"].items()):
        sums.add_metric([currency], total)
    yield sums
    yield GaugeMetricFamily(
        "rateroom_ledger_checked_timestamp_seconds",
        "When the ledger was last checked, in seconds since 1970.",
        value=outcome["at"],
    )


def judge_figures() -> Iterator[Metric]:
    """Yield the cost of judge runs by state and currency, using the prices stored with the runs."""
    exact = F("tokens_in") * F("run__price_in") + F("tokens_out") * F("run__price_out")
    price = ExpressionWrapper(exact, DecimalField(max_digits=30, decimal_places=4))
    priced = Verdict.objects.filter(run__price_in__isnull=False).order_by()
    groups = priced.values_list("run__state", "run__batch__project__currency")
    rows = groups.annotate(cost=Sum(price))
    spend = GaugeMetricFamily(
        "rateroom_judge_spend",
        "Cost of judge runs by state. Runs without prices are not included.",
        labels=["state", "currency"],
    )
    for state, currency, total in rows:
        spend.add_metric([state, currency], float(total or 0) / MILLION)
    yield spend
