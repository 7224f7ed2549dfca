"""The facts as they are stored: one header for all, and a typed table for each kind.

The header carries what every fact has (its game, who wrote it, whether it still stands), so that
history and undo are one query; what a fact says is in the table of its kind. A fact is never
edited: it is withdrawn, and another takes its place.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Self

from django.db import models
from django.db.models import F, Q

from campaign.models.sessions import Deed, Session
from campaign.models.sizes import KEY, NAME, NOTE, REASON, SHORT, TEXT
from campaign.rules.aeons_end.catalogue.pack import CardKind, NemesisKind
from campaign.rules.aeons_end.legacy.facts import FactKind
from campaign.rules.aeons_end.mages import StickerKind, Where
from campaign.rules.aeons_end.outcome import Ending, Result

# A game ends once, is settled once, and its story takes one turn.
ONCE_PER_GAME = (FactKind.PLAYED, FactKind.VERDICT, FactKind.MARKET_GROWN, FactKind.SETTLED)
# A plan is the session itself.
STORED = tuple(kind for kind in FactKind if kind is not FactKind.PLANNED)


def _one_of(field: str, values: Iterable[str], name: str) -> models.CheckConstraint:
    accepted = [str(value) for value in values]
    return models.CheckConstraint(condition=Q(**{f"{field}__in": accepted}), name=name)


class FactQuerySet(models.QuerySet["Fact"]):
    """Facts, asked for in sentences."""

    def standing(self) -> Self:
        """Leave out what was withdrawn."""
        return self.filter(withdrawn=None)

    def told(self) -> Self:
        """Fetch what each fact says along with it: one query for all kinds but the piles."""
        return self.select_related(*DETAILS).prefetch_related("growth__piles", "result__mages")


class Fact(models.Model):
    """What every fact has. ``place`` orders the facts of a game; a replacement keeps it."""

    session = models.ForeignKey(Session, on_delete=models.CASCADE, related_name="facts")
    kind = models.CharField(max_length=12, choices=[(str(k), str(k)) for k in STORED])
    place = models.PositiveIntegerField()
    reason = models.CharField(max_length=REASON, blank=True)
    recorded = models.ForeignKey(Deed, on_delete=models.CASCADE, related_name="recorded_facts")
    withdrawn = models.ForeignKey(
        Deed, null=True, blank=True, on_delete=models.CASCADE, related_name="withdrawn_facts"
    )
    replaces = models.OneToOneField(
        "self", null=True, blank=True, on_delete=models.SET_NULL, related_name="replaced_by"
    )

    objects = FactQuerySet.as_manager()

    class Meta:
        ordering = ("session__number", "place", "pk")
        constraints = (
            models.UniqueConstraint(
                fields=("session", "place"), condition=Q(withdrawn=None), name="fact_one_per_place"
            ),
            models.UniqueConstraint(
                fields=("session", "kind"),
                condition=Q(withdrawn=None, kind__in=[str(kind) for kind in ONCE_PER_GAME]),
                name="fact_once_per_game",
            ),
            _one_of("kind", STORED, "fact_kind"),
        )

    def __str__(self) -> str:
        return f"{self.kind} in session {self.session_id}"


class Detail(models.Model):
    """What a fact of one kind says."""

    class Meta:
        abstract = True

    def __str__(self) -> str:
        return f"{type(self).__name__} {self.pk}"


class ResultFact(Detail):
    """A game's end: what the dials showed, when it was played and how long it took."""

    fact = models.OneToOneField(
        Fact, primary_key=True, on_delete=models.CASCADE, related_name="result"
    )
    result = models.CharField(max_length=4)
    ending = models.CharField(max_length=20, blank=True)
    gravehold_life = models.PositiveSmallIntegerField(null=True)
    nemesis_life = models.PositiveSmallIntegerField(null=True)
    played_on = models.DateField(null=True)
    minutes = models.PositiveSmallIntegerField(null=True)

    class Meta:
        constraints = (
            _one_of("result", Result, "result_win_or_loss"),
            _one_of("ending", ["", *Ending], "result_ending"),
            # Not so for a loss and the nemesis' dial: some dials do not stand for its defeat.
            models.CheckConstraint(
                condition=~Q(result=str(Result.WIN), gravehold_life=0),
                name="result_no_win_without_gravehold",
            ),
        )


class MageTally(models.Model):
    """A mage at the end of a game."""

    result = models.ForeignKey(ResultFact, on_delete=models.CASCADE, related_name="mages")
    seat = models.PositiveSmallIntegerField()
    life = models.PositiveSmallIntegerField(null=True)
    exhausted = models.BooleanField(default=False)

    class Meta:
        ordering = ("seat",)
        constraints = (
            models.UniqueConstraint("result", "seat", name="tally_one_per_seat"),
            models.CheckConstraint(
                condition=Q(life=None) | Q(life=0, exhausted=True) | Q(life__gt=0, exhausted=False),
                name="tally_exhausted_is_life_zero",
            ),
        )

    def __str__(self) -> str:
        return f"seat {self.seat}: {self.life}"


class VerdictFact(Detail):
    """Whether the story went on after a loss."""

    fact = models.OneToOneField(
        Fact, primary_key=True, on_delete=models.CASCADE, related_name="verdict"
    )
    onward = models.BooleanField()


class Growth(Detail):
    """The market grew; its piles say how."""

    fact = models.OneToOneField(
        Fact, primary_key=True, on_delete=models.CASCADE, related_name="growth"
    )


class GrowthPile(models.Model):
    """A pile that was offered and added, offered and declined, or banished from the market."""

    class Fate(models.TextChoices):
        ADDED = "added"
        DECLINED = "declined"
        BANISHED = "banished"

    growth = models.ForeignKey(Growth, on_delete=models.CASCADE, related_name="piles")
    place = models.PositiveSmallIntegerField()
    fate = models.CharField(max_length=8, choices=Fate)
    key = models.CharField(max_length=KEY)
    name = models.CharField(max_length=NAME, blank=True)
    # A banished pile was already known: its kind and cost stand where it came in.
    kind = models.CharField(max_length=5, blank=True)
    cost = models.PositiveSmallIntegerField(null=True)

    class Meta:
        ordering = ("place",)
        constraints = (
            models.UniqueConstraint("growth", "place", name="growth_one_pile_a_place"),
            models.UniqueConstraint("growth", "key", name="growth_pile_once"),
            _one_of("fate", ("added", "declined", "banished"), "growth_pile_fate"),
            _one_of("kind", ["", *CardKind], "growth_pile_kind"),
            models.CheckConstraint(
                condition=Q(fate="banished") | (~Q(kind="") & Q(cost__isnull=False)),
                name="growth_offered_pile_is_whole",
            ),
        )

    def __str__(self) -> str:
        return f"{self.key}: {self.fate}"


class PlacedSticker(Detail):
    """A sticker on a slot of a mage's mat."""

    fact = models.OneToOneField(
        Fact, primary_key=True, on_delete=models.CASCADE, related_name="sticker"
    )
    seat = models.PositiveSmallIntegerField()
    slot = models.CharField(max_length=SHORT)
    kind = models.CharField(max_length=10)
    name = models.CharField(max_length=NAME, blank=True)
    text = models.CharField(max_length=TEXT, blank=True)
    charges = models.PositiveSmallIntegerField(null=True)
    where = models.CharField(max_length=4, blank=True)
    card_kind = models.CharField(max_length=5, blank=True)
    breach_turns = models.PositiveSmallIntegerField(null=True)

    class Meta:
        constraints = (
            _one_of("kind", StickerKind, "sticker_kind"),
            _one_of("where", ["", *Where], "sticker_where"),
            _one_of("card_kind", ["", *CardKind], "sticker_card_kind"),
            models.CheckConstraint(condition=~Q(slot=""), name="sticker_has_a_slot"),
        )


class BasicChange(Detail):
    """A basic nemesis card joined, left, took a sticker or transformed.

    ``card`` is the card it happened to. The other columns describe the card that came: the one
    that joined, or the one it transformed into (``into``).
    """

    fact = models.OneToOneField(
        Fact, primary_key=True, on_delete=models.CASCADE, related_name="basic"
    )
    card = models.CharField(max_length=KEY)
    text = models.CharField(max_length=TEXT, blank=True)
    into = models.CharField(max_length=KEY, blank=True)
    name = models.CharField(max_length=NAME, blank=True)
    tier = models.PositiveSmallIntegerField(null=True)
    kind = models.CharField(max_length=10, blank=True)
    spaces = models.PositiveSmallIntegerField(null=True)
    life = models.PositiveSmallIntegerField(null=True)
    power = models.PositiveSmallIntegerField(null=True)

    class Meta:
        constraints = (
            models.CheckConstraint(condition=~Q(card=""), name="basic_names_a_card"),
            models.CheckConstraint(condition=~Q(into=F("card")), name="basic_becomes_another"),
            models.CheckConstraint(
                condition=Q(tier=None) | Q(tier__range=(1, 3)), name="basic_tier_one_to_three"
            ),
            _one_of("kind", ["", *NemesisKind], "basic_kind"),
        )


class SectionUnlock(Detail):
    """A sticker in the rulebook: the pack's letter, and the one the players' sticker shows."""

    fact = models.OneToOneField(
        Fact, primary_key=True, on_delete=models.CASCADE, related_name="section"
    )
    section = models.CharField(max_length=SHORT)
    letter = models.CharField(max_length=SHORT)
    note = models.CharField(max_length=TEXT, blank=True)

    class Meta:
        constraints = (
            models.CheckConstraint(condition=~Q(letter=""), name="section_has_a_letter"),
        )


class SealOpening(Detail):
    """A deck, an envelope, a box or a supplement that was opened."""

    fact = models.OneToOneField(
        Fact, primary_key=True, on_delete=models.CASCADE, related_name="seal"
    )
    seal = models.CharField(max_length=KEY)
    name = models.CharField(max_length=NAME, blank=True)

    class Meta:
        constraints = (models.CheckConstraint(condition=~Q(seal=""), name="seal_is_named"),)


class Closing(Detail):
    """A decision closed without an entry."""

    fact = models.OneToOneField(
        Fact, primary_key=True, on_delete=models.CASCADE, related_name="closing"
    )
    decision = models.CharField(max_length=40)


class Note(Detail):
    """The players' own words about a game."""

    fact = models.OneToOneField(
        Fact, primary_key=True, on_delete=models.CASCADE, related_name="note"
    )
    text = models.TextField(max_length=NOTE)


DETAILS = (
    "result",
    "verdict",
    "growth",
    "sticker",
    "basic",
    "section",
    "seal",
    "closing",
    "note",
)
