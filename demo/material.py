"""The demo's items and texts from `data/*.yaml`, as rows to import.

Their images and clips are in `media/`. Images, clips and sounds that systems created are in
`outputs/`. Everything is simulated, and each data file says so. The true quality of a text has
separate keys (`quality`, `latent`), so that it cannot become a field that people see.
"""

from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from typing import Any

import yaml

DATA = Path(__file__).parent / "data"
MEDIA = Path(__file__).parent / "media"
OUTPUTS = Path(__file__).parent / "outputs"
OUTPUT_TYPES = {"image": "jpg", "video": "mp4", "audio": "ogg"}
OF_SYSTEMS = ("captions", "summaries", "outputs")  # keys of an item with the outputs of systems
ABSENT, WRONG, RIGHT = 0, 1, 2
BEST = "Heron-XL"  # the system whose recordings other items describe

Row = dict[str, Any]


def image_paragraph_rows() -> list[Row]:
    """Return the rows for twelve scenes with paragraphs by six systems. The column `image` names
    the scene's image."""
    return [
        _row(scene, system, written["text"], image=picture_name(scene))
        for scene, systems in _document("image_paragraph")["scenes"].items()
        for system, written in systems.items()
    ]


def caption_pair_rows() -> list[Row]:
    """Return the rows for eight items with captions by four systems. The item columns are `image`,
    `page_title`, `section_title`, `body` and `highlights`."""
    return _rows("caption_pair", "captions", ("page_title", "section_title", "body", "highlights"))


def key_point_rows() -> list[Row]:
    """Return the rows for eight items with captions by four systems. The item columns are `image`
    and `key_points`."""
    return _rows("key_points", "captions", ("key_points",))


def video_rows() -> list[Row]:
    """Return the rows for eight clips with captions by four systems. The item columns are `video`
    and `references`."""
    rows = _rows("video_caption", "captions", ("references",))
    return [row | {"video": clip_name(row["external_id"])} for row in rows]


def summary_rows() -> list[Row]:
    """Return the rows for eight items with summaries by four systems. The item columns are `query`
    and `products`."""
    return _rows("comparative_summary", "summaries", ("query", "products"))


def picture_pair_rows() -> list[Row]:
    """Return the rows for eight prompts with images by two systems. The columns are `prompt` and
    `output_image`."""
    return _media_rows("picture_pair", "image", ("prompt",))


def video_pair_rows() -> list[Row]:
    """Return the rows for four prompts with videos by two systems. The columns are `prompt` and
    `output_video`."""
    return _media_rows("video_pair", "video", ("prompt",))


def audio_rows() -> list[Row]:
    """Return the rows for eight voices with sound by three systems. The column `output_audio`
    names the sound file."""
    return _media_rows("audio_opinion_score", "audio", ())


def sound_caption_rows() -> list[Row]:
    """Return the rows for eight recordings with captions by three systems. The column `audio` names
    the recording."""
    rows = _rows("sound_caption", "captions", ())
    return [row | {"audio": output_name(row["external_id"], BEST, "audio")} for row in rows]


def agent_run_rows() -> list[Row]:
    """Return the rows for four tasks with conversations by two systems in the column
    `output_conversation`. Each conversation starts with the task."""
    return [
        {
            "external_id": item["external_id"],
            "system": system,
            "output_conversation": [{"role": "user", "text": item["task"]}, *run["turns"]],
        }
        for item in _document("agent_run")["items"]
        for system, run in item["outputs"].items()
    ]


def safety_rows() -> list[Row]:
    """Return the rows for five requests with replies by three systems. The column `request` has the
    request."""
    return _rows("safety_refusal", "outputs", ("request",))


def translation_rows() -> list[Row]:
    """Return the rows for five texts with translations by three systems. The column `source` has
    the original text."""
    return _rows("translation_esa", "outputs", ("source",))


def chat_rows() -> list[Row]:
    """Return the rows for five chats with replies by two systems. The column `chat` has the
    conversation."""
    return _rows("chat_answer", "outputs", ("chat",))


def source_rows() -> list[Row]:
    """Return the rows for nine answers by one system. The item columns are `question`, `sources`
    and `claims`."""
    return _rows("answer_with_sources", "outputs", ("question", "sources", "claims"))


def web_page_rows() -> list[Row]:
    """Return the rows for five briefs with web pages by two systems. The columns are `brief`,
    `requirements` and `output_image`, which names a screenshot of the page."""
    return [
        row | {"output_image": output_name(row["external_id"], row["system"], "image")}
        for row in _rows("web_page", "outputs", ("brief", "requirements"))
    ]


ROWS: dict[str, Callable[[], list[Row]]] = {
    "image-paragraph": image_paragraph_rows,
    "contextual-caption-pair": caption_pair_rows,
    "key-points": key_point_rows,
    "video-caption": video_rows,
    "comparative-summary": summary_rows,
    "picture-pair": picture_pair_rows,
    "video-pair": video_pair_rows,
    "audio-opinion-score": audio_rows,
    "sound-caption": sound_caption_rows,
    "agent-run": agent_run_rows,
    "safety-refusal": safety_rows,
    "translation-esa": translation_rows,
    "chat-answer": chat_rows,
    "answer-with-sources": source_rows,
    "web-page": web_page_rows,
}
"""The rows by rubric."""

DOCUMENTS = {
    "contextual-caption-pair": "caption_pair",
    "key-points": "key_points",
    "video-caption": "video_caption",
    "comparative-summary": "comparative_summary",
    "picture-pair": "picture_pair",
    "video-pair": "video_pair",
    "audio-opinion-score": "audio_opinion_score",
    "sound-caption": "sound_caption",
    "agent-run": "agent_run",
    "safety-refusal": "safety_refusal",
    "translation-esa": "translation_esa",
    "chat-answer": "chat_answer",
    "answer-with-sources": "answer_with_sources",
    "web-page": "web_page",
}
"""The data file by rubric, where one value says how good a text is on the whole."""


def quality() -> dict[tuple[str, str], dict[str, float]]:
    """Return the true values of each paragraph on the criteria of `image-paragraph`, by (scene,
    system). A value is from 1 (best) to 3 (worst)."""
    document = _document("image_paragraph")
    return {
        (scene, system): dict(zip(document["criteria"], written["quality"], strict=True))
        for scene, systems in document["scenes"].items()
        for system, written in systems.items()
    }


def latent(document: str) -> dict[tuple[str, str], float]:
    """Return the true quality of each text in the data file `document`, from 0 (worst) to 1 (best),
    by (external id, system). If the file marks key points, the quality is the share of key points
    that the text mentions correctly."""
    return {
        key: sum(point == RIGHT for point in written["points"]) / len(written["points"])
        if "points" in written
        else written["latent"]
        for key, written in _written(document).items()
    }


def points(document: str) -> dict[tuple[str, str], tuple[int, ...]]:
    """Return how each text treats each key point (ABSENT, WRONG or RIGHT), by (external id,
    system). The result is empty if the data file has no key points."""
    return {
        key: tuple(written["points"])
        for key, written in _written(document).items()
        if "points" in written
    }


def places(document: str) -> dict[tuple[str, str], dict[str, float]]:
    """Return each text's true values (0 to 1) by (external id, system), for criteria whose value
    differs from the text's overall quality. A value given for an item applies to all texts about
    the item."""
    return {
        (item["external_id"], system): item.get("criteria", {}) | written.get("criteria", {})
        for item in _document(document)["items"]
        for system, written in next(item[key] for key in OF_SYSTEMS if key in item).items()
    }


def leanings(document: str) -> dict[str, dict[str, float]]:
    """Return, by system and criterion, how much a system's texts are better (above 0) or worse
    (below 0) than their overall quality. The result is empty if the data file does not say."""
    return dict(_document(document).get("leanings") or {})


def note(document: str) -> str:
    """Return the data file's sentence that says which content is simulated."""
    return str(_document(document)["note"])


def output_name(item: str, system: str, kind: str) -> str:
    """Return the file name in `outputs/` of a system's output for an item."""
    return f"{item}.{system.lower()}.{OUTPUT_TYPES[kind]}"


def picture_name(scene: str) -> str:
    return f"{scene}.jpg"


def clip_name(key: str) -> str:
    return f"{key}.mp4"


def _written(document: str) -> dict[tuple[str, str], dict[str, Any]]:
    return {
        (item["external_id"], system): written
        for item in _document(document)["items"]
        for system, written in next(item[key] for key in OF_SYSTEMS if key in item).items()
    }


def _rows(document: str, texts: str, fields: Iterable[str]) -> list[Row]:
    return [
        _row(
            item["external_id"],
            system,
            written["text"],
            **_picture(item),
            **{field: item[field] for field in fields},
        )
        for item in _document(document)["items"]
        for system, written in item[texts].items()
    ]


def _media_rows(document: str, kind: str, fields: Iterable[str]) -> list[Row]:
    return [
        {
            "external_id": item["external_id"],
            "system": system,
            f"output_{kind}": output_name(item["external_id"], system, kind),
            **{field: item[field] for field in fields},
        }
        for item in _document(document)["items"]
        for system in item["outputs"]
    ]


def _row(external_id: str, system: str, text: str, **fields: object) -> Row:
    return {"external_id": external_id, "system": system, "output": text.strip(), **fields}


def _picture(item: Row) -> Row:
    return {"image": picture_name(item["scene"])} if "scene" in item else {}


@cache
def _document(name: str) -> dict[str, Any]:
    """Return the content of the data file `name`. If `<name>_more.yaml` exists, its items are added
    at the end."""
    first, *more = (
        _read(path) for path in (DATA / f"{name}.yaml", DATA / f"{name}_more.yaml") if path.exists()
    )
    return first | {"items": first["items"] + more[0]["items"]} if more else first


def _read(path: Path) -> dict[str, Any]:
    return dict(yaml.safe_load(path.read_text(encoding="utf-8")))
