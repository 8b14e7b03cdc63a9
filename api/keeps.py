"""Personal data in `api`: the stored idempotency keys of people's writes."""

from collections.abc import Iterable, Mapping

from api.models import KeyedWrite
from people.models import User
from people.personal_data.keepers import GOES, Keeper, Row, Table


def writes(user: User) -> Iterable[Row]:
    return KeyedWrite.objects.filter(user=user).values("key", "status", "created_at")


def erase(user: User, _texts: bool) -> Mapping[str, int]:
    return {"writes by key": KeyedWrite.objects.filter(user=user).delete()[0]}


KEEPER = Keeper(
    tables=(Table("api-requests", writes),),
    fields={"api.KeyedWrite.user": GOES},
    erase=erase,
    apart=frozenset(
        {"api.KeyedWrite.key", "api.KeyedWrite.request_sha256", "api.KeyedWrite.scope"}
    ),
)
