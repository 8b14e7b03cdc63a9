"""The public datasets of the shared folder as tidy CSV text, as a researcher would write it."""

import csv
import io

from tests.analysis.statistics.shared_data import judge_run

COLUMNS = ["item", "system", "system_b", "criterion", "rater", "kind", "order", "value"]


def tidy(rows) -> str:
    file = io.StringIO()
    lines = csv.DictWriter(file, COLUMNS)
    lines.writeheader()
    lines.writerows(rows)
    return file.getvalue()


def _tables(folder, judges):
    people, machines = (
        judge_run(folder, name) for name in ("human_annotations.json", "llm_annotations.json")
    )
    for kind, tables in (("human", people), ("judge", {name: machines[name] for name in judges})):
        for rater, table in tables.items():
            yield kind, rater, table


def summeval(*judges: str) -> str:
    rows = []
    for kind, rater, table in _tables("summeval", judges):
        for key, value in table.items():
            item, system, criterion = key.split("__")
            rows.append(
                {
                    "item": item,
                    "system": system,
                    "criterion": criterion,
                    "rater": rater,
                    "kind": kind,
                    "value": value,
                }
            )
    return tidy(rows)


def mtbench(*judges: str) -> str:
    """Return MT-Bench's verdicts as CSV, without order. An item is a question and turn."""
    words = {"model_a": "a", "model_b": "b", "tie": "tie"}
    rows = []
    for kind, rater, table in _tables("mtbench", judges):
        for key, value in table.items():
            question, one, two, turn = key.split("__")
            rows.append(
                {
                    "item": f"{question}-{turn}",
                    "system": one,
                    "system_b": two,
                    "criterion": "better",
                    "rater": rater,
                    "kind": kind,
                    "value": words[value],
                }
            )
    return tidy(rows)


def llmbar(*judges: str) -> str:
    """Return LLMBar as CSV: the gold label as one person's preference, and each judge's winner in
    both orders."""
    rows = []
    for judge in judges:
        for number, told in enumerate(judge_run("llmbar_natural", judge, "result.json")):
            shown = {
                "item": number,
                "system": "output 1",
                "system_b": "output 2",
                "criterion": "better",
            }
            if judge == judges[0]:
                rows.append(shown | {"rater": "gold", "kind": "human", "value": told["label"]})
            for order, result in ((order, one) for one in told["results"] for order in one):
                turned = "ba" if order == "swap = True" else "ab"
                winner = result[order]["winner"] if order in result else ""
                rows.append(
                    shown | {"rater": judge, "kind": "judge", "order": turned, "value": winner}
                )
    return tidy(rows)
