"""The figure of `docs/scale.md`: up to how many annotators a day each set-up carries, against four
demands."""

from benchmarks.capacity import Costs, SetUp, annotators_a_day, set_ups
from benchmarks.scale_tables import DEMANDS, number

# isort: split
from analysis.report.figures import PAGE, Drawn
from analysis.report.figures.drawn import house_style, rendered
from analysis.report.figures.palette import BLUE, GUIDE, INK, judge_mark
from analysis.report.figures.paper import ASIDE, EDGE, Sheet, draw_mark
from analysis.report.figures.words import LINE

TITLE = "What each set-up carries"
LEFT, ROW, LOW, HIGH = 2.7, 0.42, 300, 4_000_000


def draw(costs: Costs) -> Drawn:
    """A row per set-up on a logarithmic axis of annotators a day, with what gives out first in
    words."""
    options = set_ups(costs)
    with house_style():
        height = ROW * len(options)
        sheet = Sheet(PAGE, EDGE + 2 * LINE + height + 0.45)
        axes = sheet.axes(LEFT, EDGE + 2 * LINE, PAGE - LEFT - 0.1, height)
        axes.set_xscale("log")
        axes.set_xlim(LOW, HIGH)
        axes.set_ylim(len(options) - 0.5, -0.5)
        axes.set_yticks([])
        axes.minorticks_off()
        axes.set_xticks(DEMANDS, [f"{demand:,}" for demand in DEMANDS])
        for demand in DEMANDS:
            axes.axvline(demand, color=INK, linewidth=0.6, linestyle=(0, (4, 2)), zorder=1)
        for place, one in enumerate(options):
            carries = annotators_a_day(one.carries)
            axes.axhline(place, color=GUIDE, linewidth=0.5, zorder=0)
            axes.plot(
                [LOW, carries],
                [place, place],
                color=BLUE,
                linewidth=3,
                solid_capstyle="butt",
                zorder=2,
            )
            draw_mark(axes, judge_mark(0), carries, place)
            middle = EDGE + 2 * LINE + ROW * (place + 0.5)
            sheet.write(LEFT - 0.1, middle - LINE / 2, _label(place, one), across="right")
            told = f"{number(carries)}: {one.binding}"
            sheet.write(LEFT - 0.1, middle + LINE / 2, told, across="right", style=ASIDE)
        sheet.write(
            EDGE,
            EDGE + LINE / 2,
            "Dashed: demand. Each row has the steps above it too, and says what gives out.",
        )
        sheet.write(
            (LEFT + PAGE) / 2, sheet.height - EDGE - LINE / 2, "annotators a day", across="center"
        )
        return rendered(sheet.figure, title=TITLE, alt=_alt(options))


def _label(place: int, one: SetUp) -> str:
    name = one.name.replace("PgBouncer, any number of", "PgBouncer, more")
    return f"and {name}" if place else name


def _alt(options: list[SetUp]) -> str:
    told = [
        f"{one.name}, {number(annotators_a_day(one.carries))} annotators a day ({one.binding})"
        for one in options
    ]
    return (
        f"{TITLE}, each with the steps before it: {'; '.join(told)}. Demands drawn: "
        "1,000 to 1,000,000."
    )
