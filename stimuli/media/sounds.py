"""Checks of sounds, and the peaks of their waveforms. A sound is fully decoded to check that
browsers can play it, but it is never re-encoded."""

from array import array
from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise
from typing import IO, Any

from stimuli.cleaning.id3 import after_tags
from stimuli.cleaning.remuxing import is_cover
from stimuli.media.errors import MediaError
from stimuli.media.videos import AGAIN, refuse_cut_off

REMEDY = "Convert it: ffmpeg -i old -vn -c:a flac new.flac"
HOURS = 4
PEAKS = 1_000
LOUDEST = 255  # value of a peak at full scale
STEP = 256  # samples per peak while the length is unknown
# For each container, FFmpeg's demuxer and the codecs that browsers decode. The demuxer is named so
# that FFmpeg does not try others.
CODECS = {
    "audio/wav": ("wav", {"pcm_u8", "pcm_s16le", "pcm_s24le", "pcm_s32le", "pcm_f32le"}),
    "audio/mpeg": ("mp3", {"mp3"}),
    "audio/aac": ("aac", {"aac"}),
    "audio/ogg": ("ogg", {"opus", "vorbis"}),
    "audio/mp4": ("mov", {"aac", "opus", "flac", "mp3"}),
    "audio/flac": ("flac", {"flac"}),
}
ADTS = {b"\xf0", b"\xf1", b"\xf8", b"\xf9"}
FRAME_START = 0xE0  # the first 11 bits of an MP3 frame are this byte's top 3 and the 8 before
# Tests for the first bytes of each container.
SIGNS: dict[str, Callable[[bytes], bool]] = {
    "audio/wav": lambda head: head[:4] == b"RIFF" and head[8:12] == b"WAVE",
    "audio/ogg": lambda head: head[:4] == b"OggS",
    "audio/flac": lambda head: head[:4] == b"fLaC",
    "audio/mp4": lambda head: head[4:8] == b"ftyp",
    "audio/aac": lambda head: head[:1] == b"\xff" and head[1:2] in ADTS,
    "audio/mpeg": lambda head: head[:1] == b"\xff" and head[1:2] >= bytes([FRAME_START]),
}


@dataclass(frozen=True)
class Sound:
    """The properties of a sound. For `peaks`, the sound is divided into up to 1,000 equal parts,
    and each part has the value of its loudest sample (0 to 255)."""

    content_type: str
    seconds: float
    sample_rate: int
    peaks: list[int]


def check_sound(file: IO[bytes]) -> Sound:
    """Return the properties of a sound. Raises MediaError unless `file` is a complete WAV, MP3,
    Ogg, M4A, AAC or FLAC sound that browsers can decode."""
    content_type = _container(file)
    import av  # PyAV is large, and most imports have no sounds

    demuxer, codecs = CODECS[content_type]
    file.seek(0)
    try:
        with av.open(file, format=demuxer, metadata_errors="replace") as container:
            return _sound(container, content_type, codecs)
    except av.error.FFmpegError as error:
        raise MediaError(f"it is a broken sound: {error.strerror}.", remedy=AGAIN) from None


def _container(file: IO[bytes]) -> str:
    head = file.read(1 << 20)
    if not head:
        raise MediaError("it is empty.", remedy=AGAIN)
    start = after_tags(head)
    if start == len(head):  # the tags contain a large picture
        file.seek(0)
        head = file.read()
        start = after_tags(head)
    begin = head[start : start + 12]
    content_type = next((name for name, fits in SIGNS.items() if fits(begin)), "")
    if not content_type:
        what = "it is not a WAV, MP3, Ogg, M4A, AAC or FLAC sound, whatever its name says."
        raise MediaError(what, remedy=REMEDY)
    if content_type == "audio/mp4":
        refuse_cut_off(file)
    if content_type == "audio/wav":
        _refuse_cut_off_wave(file, begin)
    return content_type


def _refuse_cut_off_wave(file: IO[bytes], begin: bytes) -> None:
    length, size = int.from_bytes(begin[4:8], "little") + 8, file.seek(0, 2)
    if size < length < 1 << 32 and begin[4:8] != b"\xff\xff\xff\xff":
        what = f"it is cut off: {length - size:,} bytes are missing."
        raise MediaError(what, remedy="Copy it again.")


def _sound(container: Any, content_type: str, codecs: set[str]) -> Sound:
    if not all(is_cover(stream) for stream in container.streams.video):
        raise MediaError("it is a clip with a picture.", remedy="Put it in a column for clips.")
    if not container.streams.audio:
        raise MediaError("it has no sound that can be read.", remedy=AGAIN)
    stream = container.streams.audio[0]
    # If the header is damaged, there is no codec context.
    context = stream.codec_context
    codec = context.codec.canonical_name if context else "unknown"
    if codec not in codecs:
        raise MediaError(f"its codec is {codec}, which browsers do not play.", remedy=REMEDY)
    levels, samples, rate = _levels(container, stream)
    if not samples:
        raise MediaError("it has no sample that can be decoded.", remedy=AGAIN)
    return Sound(content_type, samples / rate, rate, _peaks(levels))


def _levels(container: Any, stream: Any) -> tuple[object, int, int]:
    """Return the loudest sample (0 to 1) of each block of `STEP` samples, the number of samples,
    and the sample rate. This takes 4 bytes of memory per block. Raises MediaError if the sound is
    too long."""
    import av
    import numpy as np  # NumPy is large too

    resampler = av.AudioResampler(format="fltp", layout=stream.layout, rate=stream.rate)
    levels, rest, samples = array("f"), np.zeros(0, dtype=np.float32), 0
    for frame in container.decode(stream):
        for plain in resampler.resample(frame):
            loudest = np.abs(plain.to_ndarray()).max(axis=0)
            samples += len(loudest)
            rest = np.concatenate([rest, loudest])
            whole = len(rest) // STEP * STEP
            levels.extend(rest[:whole].reshape(-1, STEP).max(axis=1).tolist())
            rest = rest[whole:]
        if samples > HOURS * 3600 * stream.rate:
            raise MediaError(f"it is longer than {HOURS} hours.", remedy="Split it into parts.")
    if len(rest):
        levels.append(float(rest.max()))
    return np.frombuffer(levels, dtype=np.float32), samples, int(stream.rate)


def _peaks(levels: Any) -> list[int]:
    import numpy as np

    parts = min(PEAKS, len(levels))
    edges = np.linspace(0, len(levels), parts + 1).astype(int)
    loudest = [float(levels[start:end].max()) for start, end in pairwise(edges)]
    return [min(LOUDEST, round(level * LOUDEST)) for level in loudest]
