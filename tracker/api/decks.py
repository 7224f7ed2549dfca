"""Saved decks, of the games that have them."""

from django.http import HttpRequest
from ninja import Router, Schema
from pydantic import Field

from tracker.api.answers import reads
from tracker.api.tokens import ReadToken, owner_of
from tracker.systems.registry import FACES

router = Router(tags=["Decks"], auth=ReadToken())


class DeckOut(Schema):
    """A deck."""

    system: str
    code: str
    name: str
    leader: str = Field(description="Whom it is built around.")
    revision: int
    is_playable: bool = Field(description="Nothing is wrong with it.")
    url: str = Field(description="Of its page.")
    cards: dict[str, int] = Field(description="Copies by name.")
    dice: dict[str, int]


@router.get("/decks", response=reads(list[DeckOut]), summary="Decks")
def decks(request: HttpRequest) -> list[DeckOut]:
    """Return your saved decks, the latest changed first."""
    person = owner_of(request)
    return [
        DeckOut(
            system=slug,
            code=deck.code,
            name=deck.name,
            leader=deck.leader,
            revision=deck.revision,
            is_playable=deck.is_playable,
            url=request.build_absolute_uri(deck.url),
            cards=dict(deck.cards),
            dice=dict(deck.dice),
        )
        for slug, face in FACES.items()
        if face.decks is not None
        for deck in face.decks(person)
    ]
