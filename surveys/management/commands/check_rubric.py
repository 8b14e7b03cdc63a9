"""The command `manage.py check_rubric FILE`, which prints every mistake in a rubric file. If there
are no mistakes, it prints the rubric's name, hash, questions and translations."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from core.errors import DocumentError
from surveys.columns import rubric_columns
from surveys.languages.codes import own_name
from surveys.languages.translations import coverage
from surveys.loading import load_rubric


class Command(BaseCommand):
    help = "Check a rubric file."
    requires_system_checks: tuple[str, ...] = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)

    def handle(self, *_args: object, **options: Any) -> None:
        file: Path = options["file"]
        try:
            rubric = load_rubric(file.read_text(encoding="utf-8"), document=file.name)
        except FileNotFoundError:
            raise CommandError(f"The file {file} does not exist.") from None
        except UnicodeDecodeError as error:
            raise CommandError(f"{file.name} is not UTF-8: {error}. Save it as UTF-8.") from None
        except DocumentError as error:
            raise CommandError(str(error)) from None
        self.stdout.write(f"{rubric.name} is valid. SHA-256 {rubric.sha256}")
        lists = {name: 1 for section in rubric.sections if (name := section.entry_field())}
        for column in rubric_columns(rubric, entries=lists, turns=1):
            self.stdout.write(f"  {column.key:<32} {column.kind:<8} {column.level}")
        for translation in coverage(rubric):
            texts = f"{translation.translated} of {translation.total} texts"
            self.stdout.write(f"{translation.language} ({own_name(translation.language)}): {texts}")
            for path in translation.missing:
                self.stdout.write(f"  not translated, shown in {own_name(rubric.language)}: {path}")
