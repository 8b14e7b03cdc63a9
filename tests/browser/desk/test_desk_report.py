"""Tests of the report's contents list, sections and figures, which appear once drawn."""

import pytest
from playwright.sync_api import expect

from analysis.models import Report, ReportFigure
from analysis.report.computing import perform_report
from analysis.requests import report_for
from tests import world
from tests.browser.test_accessibility import problems

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser]
DRAWING = b'<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'


def test_the_contents_open_their_part_and_figures_appear(page, live_server, log_in, shoot):
    project = world.project(name="Moths")
    batch = world.live_batch(project, annotators_per_hit=2)
    for annotator in (world.annotator(), world.second_annotator()):
        for _hit in range(2):
            world.rate(annotator, batch)
    report = report_for(batch)
    perform_report(report_id=report.pk)
    log_in(page, world.researcher(project))
    page.goto(f"{live_server.url}/batches/{batch.pk}/report/")
    contents = page.get_by_role("navigation", name="Contents")
    contents.get_by_text("Agreement between people").click()
    table = page.get_by_role("region", name="Agreement between people")
    expect(table).to_be_hidden()
    page.get_by_text("Chart as a table").click()
    expect(table).to_be_in_viewport()
    assert contents.bounding_box()["x"] > page.locator(".sections").bounding_box()["width"]
    assert problems(page) == []
    shoot(page, "report")
    ReportFigure.objects.create(
        report=report,
        place=9,
        name="order",
        title="Pull of the order",
        alt="The output shown first wins 62 %.",
        svg=DRAWING,
        pdf=b"%PDF",
        numbers=[["", "Share of wins"], ["<b>People</b>", "62 % (55 % to 69 %)"]],
    )
    Report.objects.filter(pk=report.pk).update(illustrated=True)
    expect(page.locator("figcaption", has_text="Pull of the order")).to_be_visible()
    expect(table).to_be_visible()  # what was opened stays open
    chart = page.locator("figure", has_text="Pull of the order")
    numbers = chart.get_by_role("row", name="<b>People</b> 62 % (55 % to 69 %)")
    expect(numbers).to_be_hidden()
    chart.get_by_text("Chart as a table").click()
    expect(numbers).to_be_visible()
    assert problems(page) == []
    shoot(page, "report-numbers")
