"""A made-up conversation for previewing a page before there is a dataset."""

from surveys.conversations.turns import Call, Turn, stored_form


def sample_conversation(name: str = "") -> str:
    """Return a made-up conversation in stored form. `name` distinguishes several conversations."""
    return stored_form(
        [
            Turn(role="user", text="When does the mill open on Sunday?"),
            Turn(
                role="assistant",
                text="I look it up.",
                calls=(Call(id="1", name="read_page", arguments={"page": "mill/visit"}),),
            ),
            Turn(role="tool", name="read_page", text="Open Saturday and Sunday, 10:00 to 16:00."),
            Turn(role="assistant", text=f"{name and f'{name}: '}It opens at 10:00."),
        ]
    )


def blank_conversation(turns: int) -> str:
    """Return a conversation with this many turns, for the keys of questions about turns."""
    return stored_form([Turn(role="assistant")] * turns) if turns else ""
