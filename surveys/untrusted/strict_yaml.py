"""Parsing of untrusted YAML with libyaml. The parser's events are counted first, so that a file
cannot keep a process busy.

Aliases are refused, so that a small file cannot expand to a large document. Duplicate keys are also
refused. The key `no` is kept as text.
"""

from collections.abc import Hashable
from typing import Any

import yaml

from surveys.untrusted.texts import UNSTORABLE

MOST_NODES = 5_000  # number of keys, values and lists; the library's largest rubric has 532
MOST_DEPTH = 40
LONGEST_NUMBER = 40  # maximum characters of a number


class _Constructor(yaml.constructor.SafeConstructor, yaml.resolver.Resolver):
    """A constructor of values from parsed YAML nodes, with strict rules for keys and numbers."""

    def __init__(self) -> None:
        yaml.constructor.SafeConstructor.__init__(self)
        yaml.resolver.Resolver.__init__(self)

    def construct_object(self, node: yaml.Node, deep: bool = False) -> object:
        if (
            node.tag in {"tag:yaml.org,2002:int", "tag:yaml.org,2002:float"}
            and len(node.value) > LONGEST_NUMBER
        ):
            raise _refused(f"a number has more than {LONGEST_NUMBER} characters", node.start_mark)
        return super().construct_object(node, deep=deep)

    def construct_scalar(self, node: Any) -> Any:
        """Return the value of a scalar node. In texts, surrogate halves that JSON escapes
        separately are joined, and characters that cannot be stored are replaced with �."""
        scalar = super().construct_scalar(node)
        return UNSTORABLE.sub("\ufffd", _joined(scalar)) if isinstance(scalar, str) else scalar

    def construct_mapping(
        self, node: yaml.MappingNode, deep: bool = False
    ) -> dict[Hashable, object]:
        seen: set[str] = set()
        for key, _value in node.value:
            if not isinstance(key, yaml.ScalarNode):
                raise _refused("a key cannot be a list or contain other keys", key.start_mark)
            if key.value in seen:
                raise _refused(
                    f"the key `{key.value}` is repeated; remove one of them", key.start_mark
                )
            seen.add(key.value)
            if key.tag == "tag:yaml.org,2002:bool":  # `no` is an answer or a language
                key.tag = "tag:yaml.org,2002:str"
        return super().construct_mapping(node, deep=deep)


def read_yaml(text: str) -> tuple[yaml.Node | None, object]:
    """Return the nodes and the data of the YAML document, or (None, None) if the document is empty.

    Raises YAMLError or ValueError for text that is not YAML or is too large.
    """
    _count(text)
    try:
        node = yaml.compose(text, Loader=yaml.CSafeLoader)
    except yaml.YAMLError:
        # Both loaders reject the same documents. `surveys.mistakes` understands only the messages
        # of this one.
        node = yaml.compose(text, Loader=yaml.SafeLoader)
    return node, None if node is None else _Constructor().construct_document(node)


def _count(text: str) -> None:
    """Raise an error for YAML with aliases, and for YAML beyond the limits.

    The count ends at a syntax error, because nothing after the error is parsed.
    """
    nodes = depth = 0
    events = yaml.parse(text, Loader=yaml.CSafeLoader)
    while True:
        try:
            event = next(events)
        except (StopIteration, yaml.YAMLError):
            return
        nodes += isinstance(event, yaml.NodeEvent)
        depth += isinstance(event, yaml.CollectionStartEvent) - isinstance(
            event, yaml.CollectionEndEvent
        )
        if isinstance(event, yaml.AliasEvent):
            raise _refused("aliases (*name) are not allowed; write out the value", event.start_mark)
        if nodes > MOST_NODES:
            raise _refused(
                f"there are more than {MOST_NODES:,} keys, values and lists up to here",
                event.start_mark,
            )
        if depth > MOST_DEPTH:
            raise _refused(
                f"lists and keys are nested more than {MOST_DEPTH} levels deep", event.start_mark
            )


def _joined(text: str) -> str:
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _refused(what: str, mark: Any) -> yaml.MarkedYAMLError:
    return yaml.MarkedYAMLError(problem=what, problem_mark=mark)
