"""How people come: links, panels, lists, pages around the work. Written by `make client`."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import IO, Any
from urllib.parse import quote

from rateroom_client.operations.asking import Asking, Row, given


class Recruiting(Asking):
    """How people come: links, panels, lists, pages around the work."""

    def admit(self, batch: int, *, people: Sequence[str], key: str = "") -> Row:
        """Let these people work in the batch, whatever its audience."""
        return self._sent("POST", f"batches/{batch}/admit", {"people": people}, key=key)

    def forget(self, batch: int, *, people: Sequence[str], key: str = "") -> Row:
        """Take these people off the batch's list."""
        return self._sent("POST", f"batches/{batch}/forget", {"people": people}, key=key)

    def list_kept_out(self, batch: int) -> Iterator[Row]:
        """The batches whose annotators may not work in this one."""
        return self._pages(f"batches/{batch}/kept-out")

    def keep_out_annotators(self, batch: int, *, other_batch: int, key: str = "") -> Row:
        """Keep out whoever has worked in another batch of the project."""
        return self._sent("POST", f"batches/{batch}/kept-out", {"batch": other_batch}, key=key)

    def let_in_annotators(self, batch: int, other: int, *, key: str = "") -> Row:
        """Let whoever worked in that batch work in this one again."""
        return self._sent("DELETE", f"batches/{batch}/kept-out/{other}", key=key)

    def list_links(self, batch: int) -> Iterator[Row]:
        """The links into the batch; what opens them is not told again."""
        return self._pages(f"batches/{batch}/links")

    def make_link(
        self,
        batch: int,
        *,
        uses: int | None = None,
        cap: int | None = None,
        days: int | None = None,
        label: str | None = None,
        key: str = "",
    ) -> Row:
        """Make a link into the batch for people without an account."""
        return self._sent(
            "POST",
            f"batches/{batch}/links",
            given(uses=uses, cap=cap, days=days, label=label),
            key=key,
        )

    def revoke_link(self, batch: int, link: int, *, key: str = "") -> Row:
        """Take a link back: nobody new comes by it."""
        return self._sent("DELETE", f"batches/{batch}/links/{link}", key=key)

    def make_links(
        self,
        batch: int,
        table: Path,
        *,
        cap: int | None = None,
        days: int | None = None,
        mail: bool | None = None,
        key: str = "",
    ) -> Row:
        """Make a link for each person of a table, of which each serves one."""
        return self._uploaded(
            f"batches/{batch}/links/table",
            {"table": table},
            given(cap=cap, days=days, mail=mail),
            key=key,
        )

    def import_old_results(self, batch: int, results: Path, *, key: str = "") -> Row:
        """Fill a draft with the ratings of an old result file, and close it; or name each row
        at fault."""
        return self._uploaded(f"batches/{batch}/old-results", {"results": results}, key=key)

    def list_pages(self, batch: int) -> Row:
        """The pages around the batch's work, and how many consent."""
        return self._read(f"batches/{batch}/pages")

    def read_page(self, batch: int, page: str) -> Row:
        """One page, with its text and what came of it."""
        return self._read(f"batches/{batch}/pages/{quote(page, safe='')}")

    def set_page(self, batch: int, page: str, *, key: str = "", **terms: Any) -> Row:
        """Have the batch show a text. Of a published batch only the consent can be replaced,
        and then everybody is asked again."""
        return self._sent("PUT", f"batches/{batch}/pages/{quote(page, safe='')}", terms, key=key)

    def remove_page(self, batch: int, page: str, *, key: str = "") -> Row:
        """Take the page from a draft."""
        return self._sent("DELETE", f"batches/{batch}/pages/{quote(page, safe='')}", key=key)

    def export_page_answers(
        self, batch: int, page: str, file: IO[bytes], *, pseudonyms: bool | None = None
    ) -> int:
        """The answers on the page as CSV. It is noted as an export."""
        return self._downloaded(
            f"batches/{batch}/pages/{quote(page, safe='')}/answers", file, pseudonyms=pseudonyms
        )

    def list_panels(self, batch: int) -> Row:
        """The batch's panels."""
        return self._read(f"batches/{batch}/panels")

    def add_panel(self, batch: int, *, key: str = "", **terms: Any) -> Row:
        """Add a panel; its `address` is what the panel is given."""
        return self._sent("POST", f"batches/{batch}/panels", terms, key=key)

    def read_panel(self, batch: int, panel: int) -> Row:
        """One panel."""
        return self._read(f"batches/{batch}/panels/{panel}")

    def change_panel(self, batch: int, panel: int, *, key: str = "", **terms: Any) -> Row:
        """Change it, for who comes from now on."""
        return self._sent("PATCH", f"batches/{batch}/panels/{panel}", terms, key=key)

    def list_admissions(self, batch: int) -> Iterator[Row]:
        """Who is let in or kept out by name; for whoever may change it."""
        return self._pages(f"batches/{batch}/people")

    def refuse(self, batch: int, *, people: Sequence[str], key: str = "") -> Row:
        """Keep these people out of the batch."""
        return self._sent("POST", f"batches/{batch}/refuse", {"people": people}, key=key)

    def read_required_qualification(self, batch: int) -> Row:
        """What the batch asks of everybody who works in it."""
        return self._read(f"batches/{batch}/required-qualification")

    def require_qualification(self, batch: int, *, qualification: int | None, key: str = "") -> Row:
        """Ask for a qualification from now on, of who is at work too; null asks for none."""
        return self._sent(
            "PUT",
            f"batches/{batch}/required-qualification",
            {"qualification": qualification},
            key=key,
        )

    def check_page(self, *, source: str, key: str = "") -> Row:
        """Say what is wrong with a text of a page; nothing is stored."""
        return self._sent("POST", "page-texts/check", {"source": source}, key=key)

    def list_panel_presets(self) -> Row:
        """The panels of which this site knows how people come and leave."""
        return self._read("panel-presets")

    def list_page_texts(self, project: int, *, page: str | None = None) -> Iterator[Row]:
        """The texts that the project's batches may show."""
        return self._pages(f"projects/{project}/page-texts", page=page)

    def list_pool(self, project: int) -> Iterator[Row]:
        """The people of the project's pool; for whoever may change it."""
        return self._pages(f"projects/{project}/pool")

    def add_to_pool(self, project: int, *, people: Sequence[str], key: str = "") -> Row:
        """Let people work in the project's batches whose audience is its pool."""
        return self._sent("POST", f"projects/{project}/pool", {"people": people}, key=key)

    def remove_from_pool(self, project: int, *, people: Sequence[str], key: str = "") -> Row:
        """Take people out of the pool. What they have begun they may finish."""
        return self._sent("POST", f"projects/{project}/pool/remove", {"people": people}, key=key)
