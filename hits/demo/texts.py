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
            "A red and white fishing boat and a white sailing boat lie in a harbour at sunset.",
            "On the right a man with a cap sits on a wooden pier and fishes, with a bucket, a lantern and a gull near him.",
            "A small blue rowing boat with oars is tied up beside the pier.",
            "Tall houses with lit windows stand along the shore on the left and are mirrored in the water.",
            "The sun touches the horizon, the sky glows in purple and orange, and three gulls fly across it.",
        ),
        ("boat", "pier", "house", "sun", "gull"),
        (
            ("red and white", "green and black"),
            ("sunset", "noon"),
            ("fishes", "reads a newspaper"),
            ("gulls", "aeroplanes"),
        ),
    ),
    "market": Account(
        (
            "A seller with a red headscarf and a green apron stands in a wooden fruit stall under a red and white awning.",
            "Apples, oranges, green fruit and bananas lie on the counter, and two large melons stand in front of it.",
            "On the left a child in a yellow dress holds an apple, with two pigeons at her feet.",
            "On the right an old man with a grey cap carries a basket of greens, and a small white dog sits beside him.",
            "Behind the stall there are houses, a clock tower and strings of colourful flags.",
        ),
        ("fruit", "awning", "child", "dog", "house"),
        (("yellow dress", "black coat"), ("melons", "drums"), ("apple", "book"), ("clock tower", "windmill")),
    ),
    "kite": Account(
        (
            "A child in a red jumper flies a kite on a green hill and holds its string with both hands.",
            "The kite is blue, orange and yellow and has bows along its tail.",
            "A brown dog trots along a sandy path on the right and looks up at the child.",
            "A white windmill stands on the left, and some sheep graze behind the child.",
            "White clouds drift across a bright sky, and red and white flowers grow in the grass.",
        ),
        ("kite", "dog", "windmill", "cloud", "flower"),
        (("red jumper", "pink dress"), ("dog", "horse"), ("windmill", "church"), ("sheep", "cows")),
    ),
    "viaduct": Account(
        (
            "A red steam engine pulls three green carriages across a high stone viaduct.",
            "White smoke from its funnel trails back over the train.",
            "On the left a hiker with a yellow rucksack stands on a rock beside an orange tree and watches.",
            "A river winds through the middle arches, and two brown and white cows graze on the right.",
            "Behind it all there are autumn trees and mountains with snow on their tops.",
        ),
        ("train", "bridge", "hiker", "cow", "river"),
        (("steam engine", "bus"), ("hiker", "policeman"), ("cows", "elephants"), ("snow", "palms")),
    ),
    "breakfast": Account(
        (
            "A breakfast is laid on a blue and white checked cloth, seen from above on a wooden table.",
            "Two fried eggs, two strips of bacon and four small tomatoes lie on the plate, with a fork on its left and a knife on its right.",
            "A red cup of coffee with a heart in its foam stands at the top right, and a glass of orange juice beside it.",
            "Two croissants and some butter lie on a wooden board at the bottom right.",
            "A bowl of strawberries and a folded newspaper with glasses on it complete the table.",
        ),
        ("egg", "plate", "cup", "croissant", "strawberry"),
        (
            ("eggs", "fish"),
            ("red cup of coffee", "green pot of tea"),
            ("croissants", "onions"),
            ("strawberries", "grapes"),
        ),
    ),
    "bakery": Account(
        (
            "A woman with a white helmet and a mustard jacket rides a red bicycle past a bakery.",
            "Her basket in front is filled with bread.",
            "A baker with a tall white hat stands in the doorway and waves at her.",
            "Loaves and cakes fill the shop window under a blue and white awning, and flower boxes hang below the windows above.",
            "A street lamp, a tree and pale tall houses stand at the right.",
        ),
        ("bicycle", "bread", "baker", "awning", "lamp"),
        (("bicycle", "motorbike"), ("mustard", "purple"), ("baker", "fireman"), ("Loaves and cakes", "Shoes and bags")),
    ),
    "lake": Account(
        (
            "Two people in a red canoe paddle across a still lake, one in a blue and one in a yellow top.",
            "On the left a heron stands in the shallow water beside brown bulrushes.",
            "A duck with three ducklings swims in front on the right.",
            "A wooden cabin with lit windows and a smoking chimney stands on the far shore among dark firs.",
            "Violet mountains with white peaks rise behind and are mirrored in the water.",
        ),
        ("canoe", "heron", "duck", "cabin", "mountain"),
        (("canoe", "car"), ("heron", "dog"), ("ducklings", "frogs"), ("cabin", "castle")),
    ),
    "greenhouse": Account(
        (
            "A gardener with a straw hat waters potted plants in a large greenhouse.",
            "He wears a green apron over a purple shirt and holds a blue watering can.",
            "Flowers in orange, red and pink, leafy plants and a cactus stand on wooden tables to both sides.",
            "Baskets with trailing plants hang from the glass roof.",
            "On the tiled path there are a red wheelbarrow with seedlings and two fallen tomatoes.",
        ),
        ("flower", "table", "gardener", "basket", "wheelbarrow"),
        (("gardener", "soldier"), ("straw hat", "crown"), ("wheelbarrow", "piano"), ("purple shirt", "black suit")),
    ),
    "chess": Account(
        (
            "Two men play chess at a stone table in a park.",
            "The one on the left has white hair, glasses and a dark suit, and a briefcase stands by his bench.",
            "The one on the right wears a rust-coloured jacket and a green cap and rests his chin on his hand.",
            "A child in a white shirt watches from behind the table and holds a red balloon.",
            "A big tree grows on the left; ducks swim on a pond behind, and pigeons walk on the sand in front.",
        ),
        ("player", "table", "child", "tree", "pigeon"),
        (("chess", "tennis"), ("white hair", "a red beard"), ("balloon", "umbrella"), ("ducks", "boats")),
    ),
    "lighthouse": Account(
        (
            "A lighthouse with red and white bands stands on a cliff in a stormy night and throws its beam to both sides.",
            "A red ship with an orange funnel struggles through high waves on the left, and lightning strikes behind it.",
            "Below the tower a person in a yellow raincoat holds up a lantern.",
            "A small house with a lit window stands to the right of the lighthouse.",
            "Rain falls from dark clouds, and two gulls fly over the sea.",
        ),
        ("lighthouse", "ship", "wave", "house", "cloud"),
        (("lighthouse", "church"), ("stormy night", "sunny morning"), ("raincoat", "swimsuit"), ("ship", "whale")),
    ),
    "desert": Account(
        (
            "Two people sit on a red carpet beside a campfire in the desert at night.",
            "Behind them on the left stands a round tent with red and cream stripes and a warm light inside.",
            "A camel with a red saddle cloth waits on the right, next to two clay jars.",
            "A kettle hangs over the fire, and tall palms grow at the right edge.",
            "A crescent moon, many stars and a shooting star shine in the deep blue sky.",
        ),
        ("tent", "fire", "camel", "palm", "star"),
        (("tent", "bus"), ("camel", "elephant"), ("moon", "sun"), ("red carpet", "white sofa")),
    ),
    "library": Account(
        (
            "A person with red hair and glasses reads in a green armchair in an old library.",
            "High shelves full of books cover the wall, and a ladder leans against them on the left.",
            "A large floor lamp with a cream shade lights the chair, and a cup of tea steams on a small table.",
            "An orange cat sleeps on the round red carpet next to a pile of books with an apple on top.",
            "Outside the arched window between red curtains it is raining on a dark town.",
        ),
        ("book", "chair", "lamp", "cat", "window"),
        (("armchair", "bathtub"), ("cat", "rabbit"), ("red hair", "black hair"), ("raining", "snowing")),
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
