"""What the demo's six made-up systems wrote about its scenes: from one written account, each fails in its own way."""

import re
from dataclasses import dataclass

SYSTEMS = ("Heron-XL", "Heron-S", "Lantern-2", "Moss-7B", "Quill", "Baseline-Template")

# How good each system is, 0 (worst) to 1 (best), by criterion: what the simulated raters and judge see through noise.
QUALITY: dict[str, dict[str, float]] = {
    "Heron-XL": {"naturalness": 0.95, "coherence": 0.95, "word_choice": 0.95, "syntax": 0.97, "coverage": 0.92},
    "Heron-S": {"naturalness": 0.85, "coherence": 0.85, "word_choice": 0.85, "syntax": 0.95, "coverage": 0.5},
    "Lantern-2": {"naturalness": 0.6, "coherence": 0.7, "word_choice": 0.65, "syntax": 0.9, "coverage": 0.35},
    "Moss-7B": {"naturalness": 0.35, "coherence": 0.65, "word_choice": 0.25, "syntax": 0.9, "coverage": 0.75},
    "Quill": {"naturalness": 0.3, "coherence": 0.35, "word_choice": 0.5, "syntax": 0.12, "coverage": 0.7},
    "Baseline-Template": {"naturalness": 0.1, "coherence": 0.12, "word_choice": 0.35, "syntax": 0.5, "coverage": 0.2},
}


@dataclass(frozen=True)
class Account:
    """A scene in words: full sentences, the things in it, and words that a poor system gets wrong."""

    sentences: tuple[str, ...]
    things: tuple[str, ...]
    wrong: tuple[tuple[str, str], ...]


ACCOUNTS: dict[str, Account] = {
    "harbour": Account(
        (
            "Two sailing boats lie on calm water at sunset, one with a red hull and one with a white hull.",
            "Their cream sails are up and hang from dark masts.",
            "To the right a low sun sinks into the sea and paints a bright path across the waves.",
            "The sky turns from orange at the horizon to deep blue above, and three birds cross it.",
            "In the corner at the bottom left, a dark piece of shore reaches into the picture.",
        ),
        ("boat", "boat", "sail", "sun", "bird"),
        (("red", "green"), ("sunset", "noon"), ("birds", "aeroplanes"), ("white hull", "yellow hull")),
    ),
    "market": Account(
        (
            "A seller in a green top stands behind a wooden fruit stall in the middle of a square.",
            "Above her hangs a striped awning in red and white.",
            "Three boxes lie side by side on the counter, filled with red, orange and green fruit.",
            "A tan house stands behind the stall on the left, a pinkish one on the right, each with two blue windows.",
            "A round sack leans against the stall at its left end.",
        ),
        ("fruit", "box", "awning", "house", "seller"),
        (("green top", "purple coat"), ("fruit", "flower"), ("red and white", "blue and black"), ("sack", "dog")),
    ),
    "kite": Account(
        (
            "A child in a yellow jumper and dark trousers flies a kite from the top of a green hill.",
            "The kite is red with a yellow corner and trails a curly tail.",
            "A brown dog stands close to the child and looks away to the right.",
            "Two trees grow at the right edge of the picture.",
            "Two white clouds drift through a bright blue sky.",
        ),
        ("kite", "dog", "tree", "tree", "cloud"),
        (("yellow jumper", "pink dress"), ("dog", "horse"), ("red", "black"), ("white clouds", "balloons")),
    ),
    "viaduct": Account(
        (
            "A dark red steam engine pulls green carriages across a long stone viaduct.",
            "White smoke drifts back over the mountains from its funnel.",
            "The carriages have rows of lit, pale yellow windows.",
            "Behind the train rise three grey-blue mountains with snow on their tops.",
            "Below the arches there is grass, and a strip of blue water runs along the bottom.",
        ),
        ("train", "bridge", "mountain", "window", "arch"),
        (("steam engine", "bus"), ("dark red", "yellow"), ("snow", "trees"), ("water", "road")),
    ),
    "breakfast": Account(
        (
            "Breakfast stands on a wooden table beside a window.",
            "On the white plate in the middle lie a fried egg and a slice of toast, with cutlery to either side.",
            "A blue mug of steaming coffee is on the left, and a tall orange bottle with a white cap on the right.",
            "A red fruit lies in front of the bottle.",
            "The window shows a pale blue sky above a round green hill.",
        ),
        ("plate", "egg", "mug", "bottle", "window"),
        (("blue mug", "black teapot"), ("egg", "fish"), ("orange bottle", "green vase"), ("window", "mirror")),
    ),
    "bakery": Account(
        (
            "A person in a mustard jacket rides a red bicycle past a bakery.",
            "A small brown parcel is fixed above the front wheel.",
            "Loaves lie on two shelves in the shop's wide window, and the door beside it is dark green.",
            "Under the red-brown roof there are three windows with pink flowers on their sills.",
            "A broad green tree stands by the street at the right edge.",
        ),
        ("bicycle", "bread", "door", "flower", "tree"),
        (("bicycle", "motorbike"), ("mustard", "blue"), ("Loaves", "Shoes"), ("pink flowers", "white cats")),
    ),
    "lake": Account(
        (
            "A figure in a yellow top paddles a rust-red canoe over a still lake.",
            "The long paddle reaches into the water on the right side of the boat.",
            "A row of dark green firs lines the far shore.",
            "Three mountains with white peaks rise behind the trees, the highest in the middle.",
            "The sky glows in a soft peach colour, and the middle peak is mirrored in the water.",
        ),
        ("canoe", "paddle", "lake", "tree", "mountain"),
        (("canoe", "car"), ("yellow top", "black suit"), ("white peaks", "red roofs"), ("firs", "palms")),
    ),
    "chess": Account(
        (
            "Two people face each other across a chess table in a park.",
            "The one on the left has white hair and a blue top, the one on the right dark hair and a red top.",
            "Black pieces stand near the left player and white ones near the right.",
            "Four large trees frame the lawn behind them.",
            "Three grey pigeons have gathered on the grass in the lower left corner.",
        ),
        ("player", "player", "table", "tree", "bird"),
        (("chess", "tennis"), ("white hair", "a red hat"), ("pigeons", "cats"), ("trees", "towers")),
    ),
    "lighthouse": Account(
        (
            "A lighthouse with red and white bands stands on a dark rock in stormy weather.",
            "Its lamp throws a wide pale beam across the sky to the left.",
            "A small house with a brown roof is built beside the tower.",
            "A little brown boat rides the waves on the left, which break in white crests.",
            "Heavy grey clouds fill the sky above.",
        ),
        ("lighthouse", "beam", "house", "boat", "wave"),
        (("lighthouse", "church"), ("red and white", "blue and gold"), ("stormy", "sunny"), ("boat", "whale")),
    ),
    "reading_room": Account(
        (
            "Someone with brown hair and a cream top reads an open book in a large green armchair.",
            "Three long shelves of colourful books cover the wall on the left.",
            "An arched window in a dark frame lets in pale light on the right.",
            "A floor lamp with a cream shade stands between the chair and the window.",
            "An orange cat sits on the right, and a round red rug lies under the chair.",
        ),
        ("book", "chair", "window", "lamp", "cat"),
        (("armchair", "bed"), ("cat", "rabbit"), ("colourful books", "empty bottles"), ("green", "purple")),
    ),
}


def description(system: str, scene: str) -> str:
    """What `system` wrote about `scene`."""
    account = ACCOUNTS[scene]
    return {
        "Heron-XL": lambda: " ".join(account.sentences),
        "Heron-S": lambda: " ".join(account.sentences[:2]),
        "Lantern-2": lambda: _dwelling(account),
        "Moss-7B": lambda: _mistaken(account),
        "Quill": lambda: _broken(account),
        "Baseline-Template": lambda: _template(account),
    }[system]()


def _dwelling(account: Account) -> str:
    """Speaks of one thing at length and in empty words."""
    thing = account.things[0]
    return (
        f"{account.sentences[0]} The {thing} is a very nice {thing}, and it really is the {thing} that draws the eye. "
        f"One could look at such a {thing} for hours. It gives the whole image a certain mood."
    )


def _mistaken(account: Account) -> str:
    """Reads well and gets things and colours wrong."""
    text = " ".join(account.sentences)
    for right, wrong in account.wrong:
        text = re.sub(rf"\b{re.escape(right)}", wrong, text)
    return text


def _broken(account: Account) -> str:
    """Has the content, in sentences that are not sentences."""
    small = r"\b(?:a|an|the|is|are|of|and|in|on|its|their|with)\b\s*"
    turned = []
    for sentence in account.sentences:
        words = re.sub(small, "", sentence.rstrip("."), flags=re.IGNORECASE).split()
        middle = len(words) // 2
        turned.append(" ".join([*words[middle:], *words[:middle]]).lower().replace(",", ""))
    return ". ".join(turned) + "."


def _template(account: Account) -> str:
    """Lists things, twice over, and says nothing of how they belong together."""
    listed = [f"there is a {thing}." for thing in account.things]
    return " ".join([*listed, f"the {account.things[0]} is near the {account.things[1]}.", *listed[:2]])
