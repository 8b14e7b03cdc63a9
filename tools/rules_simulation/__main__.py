"""`python -m tools.rules_simulation`: simulate all studies again (about a minute), and write the
results, the tables of docs/quality.md and their figure."""

from tools.rules_simulation.page import DOCS, FIGURE, PAGE, figure, page
from tools.rules_simulation.summary import summary, write

if __name__ == "__main__":
    figures = summary()
    write(figures)
    (DOCS / FIGURE).write_bytes(figure(figures).svg)
    PAGE.write_text(page(PAGE.read_text(encoding="utf-8"), figures), encoding="utf-8")
