"""Whether a name was met before: never wrongly no, and yes only for those that were."""

from hypothesis import given
from hypothesis import strategies as st

from stimuli.imports.met import Met

names = st.lists(st.text(max_size=4), max_size=30, unique=True)


@given(st.lists(names, max_size=20))
def test_it_is_what_a_set_would_say(blocks):
    met, seen = Met(), set()
    for block in blocks:
        assert met.add(block).tolist() == [name in seen for name in block]
        seen.update(block)


def test_runs_stay_few():
    met = Met()
    for block in range(300):
        met.add([f"{block}-{number}" for number in range(5)])
    assert sum(map(len, met._runs)) == 1500
    assert len(met._runs) <= 11
