"""Base classes of all declarations in rubrics (strict models and keys), and the content of a HIT
that is ready to be shown."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Annotated, Any, ClassVar, Final, Literal, cast, get_args

from pydantic import BaseModel, ConfigDict, StringConstraints

from surveys.conversations.turns import Turn, in_prompt, stored_turns

Key = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9_]{0,39}$")]
Text = Annotated[str, StringConstraints(min_length=1, strip_whitespace=True)]

# The canonical letters of a HIT's outputs, by their place. A page shows at most this many outputs,
# because people can hardly remember more at once.
LETTERS = tuple("abcdefghijkl")

VIDEO: Final = "video"
AUDIO: Final = "audio"
MediumKind = Literal["image", "video", "audio"]
OutputKind = Literal["text", "conversation", MediumKind]
MEDIA_KINDS: tuple[MediumKind, ...] = get_args(MediumKind)
MEDIA = frozenset(MEDIA_KINDS)
FieldType = Literal["text", "list", "records", "conversation", MediumKind]


class Declared(BaseModel):
    """A part of a rubric file. Unknown keys are errors, and a loaded rubric never changes.

    `words` are the fields with text for annotators, which a translation file can translate.
    `named_by` is the field that identifies the part in a list.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)
    words: ClassVar[tuple[str, ...]] = ()
    named_by: ClassVar[str] = ""


@dataclass(frozen=True)
class FieldNeed:
    """A field of the item that a stimulus block shows: its name, its type, whether it can be
    missing, and how many entries a list must have (None for any number)."""

    name: str
    type: FieldType
    required: bool = True
    count: int | None = None


@dataclass(frozen=True)
class Medium:
    """A picture, clip or sound to be shown, with its URL, its MIME type, and its size in pixels if
    known.

    `kind` is image, video or audio, or "" if neither the medium's type nor its output determines
    the kind. `peaks` are the loudest samples (0 to 255) in many equal parts of a sound.
    """

    url: str
    content_type: str = ""
    width: int | None = None
    height: int | None = None
    kind: str = ""
    seconds: float | None = None
    peaks: Sequence[int] = ()
    # The address of the smaller copy of a very large picture. It is shown until the person zooms
    # in.
    small_url: str = ""
    small_width: int = 0

    @property
    def is_clip(self) -> bool:
        return self.kind == VIDEO


@dataclass(frozen=True)
class ShownOutput:
    """One system's output under its canonical letter (`a`, `b` …), with its position on the page,
    counted from 1. An output has text, media in the order shown, or both."""

    letter: str
    position: int
    text: str
    media: Sequence[Medium] = ()
    # The address where the output's text runs as a page, or blank if it does not run as a page.
    page: str = ""

    @property
    def kinds(self) -> frozenset[str]:
        """Return the kinds of the output's media: "image", "video" or "audio"."""
        return frozenset(medium.kind for medium in self.media)

    @cached_property
    def turns(self) -> Sequence[Turn]:
        """Return the output's turns if its text is a stored conversation, otherwise an empty
        sequence."""
        return stored_turns(self.text)

    @property
    def shown_turns(self) -> "Sequence[ShownTurn]":
        return shown_turns(self.turns, {str(n): medium for n, medium in enumerate(self.media, 1)})

    def turn_id(self, number: int) -> str:
        """Return the id of the element that shows this turn on the page."""
        return f"output-{self.position}-turn-{number}"

    @property
    def media_apart(self) -> Sequence[Medium]:
        """Return the output's media that are not part of a turn."""
        named = {name for turn in self.turns for name in turn.media}
        return [medium for n, medium in enumerate(self.media, 1) if str(n) not in named]

    @property
    def place(self) -> str:
        """Return the output's position as text, for templates that build ids."""
        return str(self.position)

    @property
    def in_prompt(self) -> str:
        """Return the output's text in the form that judges read."""
        return in_prompt(self.turns) if self.turns else self.text

    def parts(self) -> "list[Part]":
        """Return the output as parts of a prompt: the names of its media, followed by its text."""
        media = [
            Part(cast(MediumKind, medium.kind), output_medium_name(self.letter, place))
            for place, medium in enumerate(self.media, 1)
        ]
        return [*media, *([Part("text", self.in_prompt)] if self.text or not media else [])]


@dataclass(frozen=True)
class ShownTurn:
    """A turn with its media. `number` is the turn's number as text. A missing medium has the kind
    ""."""

    number: str
    turn: Turn
    media: Sequence[Medium]


def shown_turns(turns: Sequence[Turn], media: Mapping[str, Medium]) -> list[ShownTurn]:
    """Return the turns of an output or item with their media. `media` maps names to media."""
    return [
        ShownTurn(str(number), turn, [media.get(name, Medium("")) for name in turn.media])
        for number, turn in enumerate(turns, 1)
    ]


def output_medium_name(letter: str, place: int) -> str:
    """Return an output medium's name in a prompt, for example `a.1`. No item field can have such a
    name."""
    return f"{letter}.{place}"


@dataclass(frozen=True)
class Stimulus:
    """Everything that one HIT shows, in order. System names are not included, so that they cannot
    leak."""

    fields: Mapping[str, Any] = field(default_factory=dict)
    media: Mapping[str, Medium] = field(default_factory=dict)
    outputs: Sequence[ShownOutput] = ()

    def position_of(self, letter: str) -> int:
        return next(output.position for output in self.outputs if output.letter == letter)


PROMPT_TEXT: Final = "text"
SYSTEM_TEXT: Final = "system"
LIBRARY_PICTURE: Final = "picture"


@dataclass(frozen=True)
class Part:
    """A part of a judge's prompt: text, or the name of an attachment.

    An attachment is an item's field, an output's medium (named by `output_medium_name`) or a
    `picture`, which is a file of the library's media. `system` is text for the system message,
    which precedes the rest of the prompt.
    """

    kind: Literal["text", "system", "image", "video", "audio", "picture"]
    content: str

    @property
    def is_text(self) -> bool:
        return self.is_prompt_text or self.is_system_text

    @property
    def is_prompt_text(self) -> bool:
        return self.kind == PROMPT_TEXT

    @property
    def is_system_text(self) -> bool:
        return self.kind == SYSTEM_TEXT

    @property
    def is_library_picture(self) -> bool:
        return self.kind == LIBRARY_PICTURE

    @property
    def is_sound(self) -> bool:
        return self.kind == AUDIO
