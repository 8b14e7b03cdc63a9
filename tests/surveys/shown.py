"""The stimulus of each library rubric, as a HIT page shows it."""

from surveys.base import Medium, ShownOutput, Stimulus
from surveys.conversations.samples import sample_conversation
from surveys.kinds.base import Entry
from surveys.loading import library_rubric, library_source
from surveys.questions import form_questions, questions
from tests.surveys.parts import impression

ONE = [ShownOutput("a", 1, "A boat crosses the bay.")]
PRODUCTS = [
    {
        "title": f"Headphones {n}",
        "base_price": f"${n}0",
        "final_price": None if n == 2 else f"${n}5",
        "opinion_summary": "Good sound.",
    }
    for n in (1, 2, 3)
]
POINTS = ["describe the coat (red)", "posture (sitting)", "posture (formal)", "mention the dog"]
SHOWN = {
    "image-paragraph": Stimulus(outputs=ONE),
    "contextual-caption-pair": Stimulus(
        fields={
            "page_title": "Mills",
            "section_title": "Sails",
            "body": "The sails were replaced.",
            "highlights": ["sails"],
        },
        outputs=[
            ShownOutput("b", 1, "A mill."),
            ShownOutput("a", 2, "The mill with its new sails."),
        ],
    ),
    "key-points": Stimulus(fields={"key_points": POINTS}, outputs=ONE),
    "video-caption": Stimulus(
        fields={"references": ["A boat sails.", "A boat at sunrise."]}, outputs=ONE
    ),
}
SHOWN["instruction-following-pair"] = Stimulus(
    fields={"instruction": "Name three rivers."},
    outputs=[
        ShownOutput("b", 1, "Elbe, Oder, Rhine"),
        ShownOutput("a", 2, "Rivers are wonderful."),
    ],
)
SHOWN["answer-check"] = Stimulus(
    fields={"instruction": "Name three rivers."}, outputs=[ShownOutput("a", 1, "Elbe, Oder, Rhine")]
)
SHOWN |= {
    name: Stimulus(fields={"query": "headphones", "products": PRODUCTS}, outputs=ONE)
    for name in ("comparative-summary", "summary-faithfulness", "summary-clarity")
}
PROMPT = {"prompt": "A red boat crosses the bay at sunrise."}


def shown_media(kind: str, order: str) -> list[ShownOutput]:
    """Return outputs with one medium each, in this order."""
    return [
        ShownOutput(letter, place, "", [Medium(f"/{letter}", kind=kind)])
        for place, letter in enumerate(order, 1)
    ]


SHOWN["picture-pair"] = Stimulus(fields=PROMPT, outputs=shown_media("image", "ba"))
SHOWN["video-pair"] = Stimulus(fields=PROMPT, outputs=shown_media("video", "ba"))
SHOWN["audio-opinion-score"] = Stimulus(outputs=shown_media("audio", "a"))
SHOWN["agent-run"] = Stimulus(outputs=[ShownOutput("a", 1, sample_conversation())])
SHOWN["sound-caption"] = Stimulus(
    media={"audio": Medium("/voice.ogg", "audio/ogg", kind="audio")}, outputs=ONE
)
SHOWN["chat-answer"] = Stimulus(fields={"chat": sample_conversation()}, outputs=ONE)
SHOWN["answer-with-sources"] = Stimulus(
    fields={
        "question": "When?",
        "sources": ["It opened in 1932."],
        "claims": ["It is old.", "No."],
    },
    outputs=ONE,
)
SHOWN["translation-esa"] = Stimulus(fields={"source": "Ein Boot quert die Bucht."}, outputs=ONE)
SHOWN["safety-refusal"] = Stimulus(fields={"request": "How do I end a process?"}, outputs=ONE)
REQUIREMENTS = [
    {"criterion": "The hours are at the top.", "points": 5, "tags": ["content"]},
    {"criterion": "A link leads nowhere.", "points": -3, "tags": ["working"]},
]
SHOWN["web-page"] = Stimulus(
    fields={"brief": "A page for a bakery.", "requirements": REQUIREMENTS}, outputs=ONE
)


def entries_of(name: str) -> list[Entry]:
    """Return the entries of a library rubric's checklist that a judge scores separately."""
    sections = library_rubric(name).sections
    scored = [section.entries_scored(SHOWN[name]) or [] for section in sections]
    return [entry for entries in scored for entry in entries]


def marked(name: str) -> dict[str, str]:
    """Return marks for the questions of a library rubric that ask for marked passages."""
    asked = questions(library_rubric(name), SHOWN[name])
    return {one.key: one.simulated(impression(0.1)) for one in asked if one.kind == "spans"}


def completed(name: str, values: dict[str, object]) -> dict[str, object]:
    """Return `values` with marks where the rubric asks for them, without closed sections."""
    asked = form_questions(library_rubric(name), SHOWN[name])
    closed = {one.key for one in asked if one.section_gate and not one.section_gate.opens(values)}
    return {key: value for key, value in (marked(name) | values).items() if key not in closed}


def untranslated(name: str) -> str:
    """Return the source of a library rubric without its translations, which come last."""
    return library_source(name).partition("\ntranslations:")[0] + "\n"
