"""Recordings of a voice that says vowels, made from pulses and formants, with the faults that
made-up systems have."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import av
import numpy as np
from scipy.signal import butter, lfilter

RATE = 16_000  # samples a second
SYLLABLE = 0.3  # seconds
BIT_RATE = 20_000
Samples = np.ndarray[Any, np.dtype[np.float64]]
Fault = Callable[[Samples], Samples]
# The resonances of a vocal tract in hertz, each with its bandwidth.
VOWELS = {
    "a": ((800, 90), (1200, 110), (2500, 170)),
    "e": ((450, 70), (1900, 110), (2600, 170)),
    "i": ((290, 60), (2250, 110), (3000, 190)),
    "o": ((460, 70), (850, 90), (2450, 170)),
    "u": ((320, 60), (750, 90), (2300, 170)),
}
VOICES = {  # by item: hertz of the voice, and what it says
    "voice-low": (105, "aeoiaue"),
    "voice-high": (215, "oiaeuao"),
    "voice-rising": (130, "uoaeiea"),
    "voice-calm": (118, "aaooeea"),
    "voice-bright": (240, "ieaieoi"),
    "voice-dark": (92, "ouaouae"),
    "voice-quick": (160, "aiueoai"),
    "voice-plain": (140, "eaeioae"),
}


def spoken(item: str) -> Samples:
    """The voice without any fault, within -1 and 1; two seconds and a little."""
    pitch, vowels = VOICES[item]
    syllables = [
        _syllable(vowel, pitch * (1.12 - 0.05 * place)) for place, vowel in enumerate(vowels)
    ]
    voice = np.concatenate(syllables)
    return 0.7 * voice / np.abs(voice).max()


def _syllable(vowel: str, pitch: float) -> Samples:
    times = np.arange(int(RATE * SYLLABLE)) / RATE
    phase = np.cumsum(pitch * (1 + 0.06 * np.sin(2 * np.pi * times / SYLLABLE))) / RATE
    sound = (np.diff(np.floor(phase), prepend=0.0) > 0).astype(float)
    for centre, bandwidth in VOWELS[vowel]:
        radius = np.exp(-np.pi * bandwidth / RATE)
        turn = 2 * radius * np.cos(2 * np.pi * centre / RATE)
        sound = lfilter([1 - turn + radius**2], [1, -turn, radius**2], sound)
    return sound * np.sin(np.pi * times / SYLLABLE) ** 0.6


def _noise(samples: Samples, level: float) -> Samples:
    return samples + level * np.random.default_rng(5).standard_normal(len(samples))


def hiss(samples: Samples) -> Samples:
    return _noise(samples, 0.012)


def loud_hiss(samples: Samples) -> Samples:
    return _noise(samples, 0.09)


def dull(samples: Samples) -> Samples:
    """As through a wall: nothing above 900 hertz."""
    return np.asarray(lfilter(*butter(4, 900, fs=RATE), samples))


def telephone(samples: Samples) -> Samples:
    return np.asarray(lfilter(*butter(3, (300, 3000), "bandpass", fs=RATE), samples))


def clipped(samples: Samples) -> Samples:
    """Recorded far too loud."""
    return np.clip(12 * samples, -0.6, 0.6)


def broken(samples: Samples) -> Samples:
    """With gaps of a twentieth of a second."""
    places = np.arange(len(samples)) / RATE
    return samples * (places % 0.28 > 0.05)


def coarse(samples: Samples) -> Samples:
    """In sixteen steps."""
    return np.round(samples * 8) / 8


_HERON_S: dict[str, tuple[Fault, ...]] = {
    "voice-low": (hiss,),
    "voice-high": (telephone,),
    "voice-rising": (dull,),
    "voice-calm": (hiss,),
    "voice-bright": (telephone, hiss),
    "voice-dark": (coarse,),
    "voice-quick": (telephone,),
    "voice-plain": (telephone, hiss),
}
_MOSS: dict[str, tuple[Fault, ...]] = {
    "voice-low": (clipped,),
    "voice-high": (loud_hiss,),
    "voice-rising": (broken,),
    "voice-calm": (telephone, loud_hiss),
    "voice-bright": (clipped, hiss),
    "voice-dark": (broken, loud_hiss),
    "voice-quick": (coarse, dull),
    "voice-plain": (clipped, broken),
}
SOUNDS: dict[tuple[str, str], tuple[Fault, ...]] = {
    (item, system): faults
    for item in VOICES
    for system, faults in (
        ("Heron-XL", ()),
        ("Heron-S", _HERON_S[item]),
        ("Moss-7B", _MOSS[item]),
    )
}
"""By (item, system), in the order in which the faults are added."""


def write_sound(item: str, system: str, path: Path) -> None:
    """Write Opus in Ogg, one channel of 16 kHz."""
    samples = spoken(item)
    for fault in SOUNDS[item, system]:
        samples = fault(samples)
    levels = (np.clip(samples, -1, 1) * 32_767).astype("<i2")
    with av.open(str(path), "w", format="ogg", options={"fflags": "+bitexact"}) as file:
        stream = file.add_stream("libopus", rate=RATE)
        stream.bit_rate, stream.layout = BIT_RATE, "mono"
        frame = av.AudioFrame.from_ndarray(levels[np.newaxis], format="s16", layout="mono")
        frame.sample_rate, frame.pts = RATE, 0
        file.mux(stream.encode(frame))
        file.mux(stream.encode())
