"""Named people and small studies that tests share."""

from decimal import Decimal
from functools import cache
from itertools import count

from django.contrib.auth.hashers import make_password
from django.urls import reverse

from core.database.locks import alone_at
from hits.batches.publishing import make_hits, publish_batch
from hits.models import Batch
from hits.models.work import OUTPUT_SYSTEMS
from hits.queue.claiming import claim_assignment, enrol
from hits.queue.submitting import submit_assignment
from payments.posting import deposit
from people.models import Membership, Project, User
from stimuli.models import Dataset, Item, ItemMedium, Medium, Output, System
from surveys.loading import library_rubric, library_source
from surveys.models import Rubric, RubricVersion

PASSWORD = "correct horse battery"
GOOD = {"naturalness": "1", "coherence": "1", "word_choice": "1", "syntax": "1", "coverage": "1"}
_numbers = count(1)


def person(name: str, **kwargs) -> User:
    """Return the user with this name, created with `PASSWORD` if there is none."""
    found = User.objects.filter(username=name).first()
    return found or User.objects.create(username=name, password=_stored_password(), **kwargs)


@cache
def _stored_password() -> str:
    return make_password(PASSWORD)


def annotator() -> User:
    return person("ann")


def second_annotator() -> User:
    return person("ben")


def researcher(project: Project) -> User:
    return _member("rita", project, Membership.Role.RESEARCHER)


def owner(project: Project) -> User:
    return _member("olga", project, Membership.Role.OWNER)


def viewer(project: Project) -> User:
    return _member("vera", project, Membership.Role.VIEWER)


def outsider() -> User:
    """Return the owner of another project."""
    other, _made = Project.objects.get_or_create(name="Elsewhere")
    return _member("otto", other, Membership.Role.OWNER)


def _member(name: str, project: Project, role: str) -> User:
    user = person(name, is_staff=True)
    Membership.objects.get_or_create(project=project, user=user, defaults={"role": role})
    return user


def project(*, money: str = "1000.00", name: str = "") -> Project:
    made = Project.objects.create(name=name or f"Project {next(_numbers)}")
    if Decimal(money):
        deposit(project=made, amount=Decimal(money), key="start")
    return made


def version(name: str = "image-paragraph") -> RubricVersion:
    """Return a stored version of a library rubric."""
    rubric, _made = Rubric.objects.get_or_create(project=None, name=name)
    spec = library_rubric(name)
    found, _made = RubricVersion.objects.get_or_create(
        rubric=rubric,
        sha256=spec.sha256,
        defaults={
            "number": 1,
            "source": library_source(name),
            "declaration": spec.model_dump(mode="json"),
        },
    )
    return found


def dataset(
    owner: Project, *, items: int = 2, systems: tuple[str, ...] = ("Heron", "Moss")
) -> Dataset:
    """Return a dataset with the items item-1 and so on, with a picture and a text per system."""
    made = Dataset.objects.create(project=owner, name=f"Dataset {next(_numbers)}")
    written_by = [System.objects.create(dataset=made, name=name) for name in systems]
    picture, _made = Medium.objects.get_or_create(
        project=owner,
        sha256="ab" * 32,
        defaults={"content_type": "image/png", "width": 8, "height": 6},
    )
    shown = Item.objects.bulk_create(
        Item(dataset=made, external_id=f"item-{number}", fields={})
        for number in range(1, items + 1)
    )
    ItemMedium.objects.bulk_create(
        ItemMedium(item=item, field="image", medium=picture) for item in shown
    )
    Output.objects.bulk_create(
        Output(item=item, system=system, text=f"Text {number} about {item.external_id}.")
        for item in shown
        for number, system in enumerate(written_by, 1)
    )
    return made


def draft_batch(owner: Project, data: Dataset | None = None, **terms) -> Batch:
    """Return a draft that is open to everyone with an account, unless `terms` differs."""
    data = data or dataset(owner)
    terms = {
        "reward": Decimal("0.05"),
        "flat_fee": Decimal("0.01"),
        "seed": 7,
        "title": "Rate a description",
        "least_reading_percent": 0,  # tests read fast
    } | terms
    terms = {"audience": Batch.Audience.EVERYONE} | terms
    made = Batch.objects.create(
        project=owner, dataset=data, rubric_version=terms.pop("rubric", None) or version(), **terms
    )
    made.systems.set(data.systems.all())
    return made


def shown_systems(batch: Batch) -> list[tuple[str, ...]]:
    """Return the item's external id and the systems' names for each HIT, in order of creation."""
    hits = batch.hits.annotate(systems=OUTPUT_SYSTEMS).order_by("pk")
    return [(item, *systems) for item, systems in hits.values_list("item__external_id", "systems")]


def live_batch(owner: Project, data: Dataset | None = None, **terms) -> Batch:
    """Return a published batch. Its HITs are created in this process."""
    return publish(draft_batch(owner, data, **terms))


def publish(batch: Batch) -> Batch:
    publish_batch(batch_id=batch.pk)
    # A worker of the tests may be at it already, where the batch is committed.
    with alone_at(Batch.LOCK, batch.pk):
        make_hits(batch_id=batch.pk)
    batch.refresh_from_db()
    return batch


def claim(user: User, batch: Batch):
    enrol(annotator=user, batch=batch, consent_given=True)
    return claim_assignment(annotator=user, batch=batch)


def rate(user: User, batch: Batch, raw: dict[str, str] | None = None):
    """Claim and submit one HIT, with the answers `raw` or good ones."""
    return submit(claim(user, batch), raw or GOOD)


def submit(claimed, raw: dict[str, str]):
    return submit_assignment(
        annotator=claimed.annotator, assignment_id=claimed.pk, raw=raw
    ).assignment


def hit_path(claimed, name: str = "assignment") -> str:
    """Return the URL path of the view `name` for an assignment, by default its page."""
    return reverse(name, args=[claimed.pk])
