"""The printed stories of three boxes, as a structure: battles, rewards, numbers of story cards.

The box tells, and the program records which card was read: no word of a story is here. What lies
ahead is a surprise to a group in its first story, so nothing shows it before it is reached. The
structure comes from one public program (``docs/rules/aeons-end-expeditions.md``).
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from campaign.rules.aeons_end.expeditions.route import (
    Node,
    NodeKind,
    Reward,
    Route,
    StartingBarracks,
)


@dataclass(frozen=True, slots=True)
class Battle:
    """A battle of a story: ids without their box, and the cards that are read after it."""

    after_win: str  # the card
    nemesis: str = ""  # "": one of the tier is drawn
    upgraded: Sequence[str] | None = None  # None: drawn by the table
    brings: Sequence[str] = ()  # treasures, piles and mages by name
    piles: int = 0  # gems, relics and spells each, that are drawn
    before_next: str = ""  # the card


def _story(
    box: str,
    card: str,
    battles: Sequence[Battle],
    start: StartingBarracks,
    *,
    banishes: bool = True,
    tries: int | None = None,
) -> Route:
    """Return the way of a story: after each battle a card, a reward, and a card before the next."""
    return Route(
        "battle-1",
        tuple(_nodes(box, battles)),
        card=card,
        box=box,
        start=start,
        banishes=banishes,
        consoles=False,
        tries=tries,
    )


def _nodes(box: str, battles: Sequence[Battle]) -> Iterator[Node]:
    for tier, battle in enumerate(battles, start=1):
        is_last = tier == len(battles)
        yield Node(
            id=f"battle-{tier}",
            next=f"won-{tier}",
            tier=tier,
            nemesis=f"{box}/{battle.nemesis}" if battle.nemesis else "",
            upgraded=None if battle.upgraded is None else of(box, battle.upgraded),
        )
        after = "" if is_last else f"reward-{tier}"
        yield Node(id=f"won-{tier}", kind=NodeKind.STORY, card=battle.after_win, next=after)
        if is_last:
            return
        drawn, named = battle.piles, of(box, battle.brings)
        reward = Reward(gems=drawn, relics=drawn, spells=drawn, named=named)
        yield Node(f"reward-{tier}", NodeKind.REWARD, f"ahead-{tier}", reward=reward)
        card = battle.before_next
        yield Node(f"ahead-{tier}", NodeKind.STORY, f"battle-{tier + 1}", card=card)


def of(box: str, ids: Sequence[str]) -> tuple[str, ...]:
    """Return ids of a box as a game has them."""
    return tuple(f"{box}/{each}" for each in ids)


_THE_NEW_AGE = _story(
    "the-new-age",
    card="NA-Ex-02-FRONT",
    battles=(
        Battle(
            after_win="NA-Ex-03-FRONT",
            nemesis="maggoth",
            upgraded=(),
            brings=[
                "brama-s-buried-light",
                "garu-s-torch",
                "kadir-s-emerald-shard",
                "mist-s-garnet-shard",
                "xaxo-s-pyre",
                "resonant-pearl",
                "caged-fire",
                "well-of-energy",
                "spirit-lift",
                "rhia",
            ],
            before_next="NA-Ex-04-BACK",
        ),
        Battle(
            after_win="NA-Ex-06-FRONT",
            nemesis="arachnos",
            upgraded=[
                "wreck",
                "sky-tremor",
                "engulfing-madness",
                "separate",
                "ray-of-desolation",
                "sacrifice",
                "eradicate",
            ],
            brings=[
                "carapace-fragment",
                "imbued-shackles",
                "shimmering-cloak-of-the-magus",
                "bones-of-deathmind",
                "pain-conduit",
                "fatal-harmony",
                "bouncing-boom",
                "soskel",
            ],
            before_next="NA-Ex-8-FRONT",
        ),
        Battle(
            after_win="NA-Ex-09-FRONT",
            nemesis="ageless-walker",
            upgraded=["hissing-acid", "marked", "flash-of-decay", "terrify"],
            brings=[
                "verdant-staff",
                "flowing-mantle",
                "forgotten-trinket",
                "accelerating-gauntlets",
                "shroud-of-obfuscation",
                "precision-magnifier",
                "unrefined-blaststone",
                "link-conduit",
                "reverberating-shock",
                "talix",
            ],
            before_next="NA-Ex-11-FRONT",
        ),
        Battle(
            after_win="NA-Ex-12-FRONT",
            nemesis="fenrix",
            upgraded=["thunderous-tempest", "burialskulk", "bane-commander", "needle-doom"],
        ),
    ),
    start=StartingBarracks(
        mages=of("the-new-age", ["gygar", "taqren", "claudia", "sahala"]),
        piles=of(
            "the-new-age",
            [
                "exogranite",
                "recurring-jasper",
                "energized-rubidium",
                "galvanized-bauble",
                "aether-conduit",
                "tethered-darts",
                "force-amplifier",
                "imbued-smash",
                "pattern-strike",
            ],
        ),
    ),
    banishes=False,
)

_INTO_THE_WILD = _story(
    "into-the-wild",
    card="ITW-02-FRONT",
    battles=(
        Battle(
            after_win="ITW-17-FRONT",
            upgraded=(),
            brings=[
                "dezmodia-s-oblivion-shard",
                "indiras-s-lone-opal",
                "malastar-s-immolate",
                "mist-s-amethyst-paragon",
                "yan-magda-s-illuminate",
            ],
            piles=1,
            before_next="ITW-24-FRONT",
        ),
        Battle(
            after_win="ITW-25-FRONT",
            brings=[
                "crones-s-amulet",
                "the-broken-mask",
                "eye-of-the-maelstrom",
                "edible-fungus-chunks",
                "well-of-despair",
                "razra",
            ],
            piles=1,
            before_next="ITW-42-FRONT",
        ),
        Battle(
            after_win="ITW-43-FRONT",
            brings=[
                "quicksilver",
                "purified-bangle",
                "suppressing-pin",
                "alchemist-s-alembic",
                "soothsayer-s-pouch",
            ],
            piles=1,
            before_next="ITW-44-BACK",
        ),
        Battle(
            after_win="ITW-70-FRONT",
            nemesis="necroswarm",
        ),
    ),
    start=StartingBarracks(mages=of("into-the-wild", ["inco"])),
    tries=2,
)

_OUTCASTS = _story(
    "outcasts",
    card="Intro-B1",
    battles=(
        Battle(
            after_win="B1-Conclusion",
            nemesis="experiment-153",
            upgraded=(),
            brings=[
                "rhia-s-planar-pocket",
                "talix-s-everburn",
                "razra-s-training-whistle",
                "lost-s-forged-spark",
                "mazra-s-thesis",
                "galvanized-sapphire",
                "vigorous-sunstone",
                "carnivorous-roox",
                "infused-ignition",
            ],
            before_next="Intro-B2",
        ),
        Battle(
            after_win="B2-Conclusion",
            nemesis="thief-of-dreams",
            upgraded=[
                "chaos-strike",
                "rescind",
                "hunt-the-weak",
                "silent-decay",
                "sky-crush",
                "scion-of-the-void",
                "ray-of-desolation",
            ],
            brings=[
                "broken-tooth",
                "rejuvenating-diamond",
                "poison-heart",
                "elongated-looq",
                "chain-of-retrieval",
                "paired-storm",
                "arcane-relay",
                "qu",
            ],
            before_next="Intro-B3",
        ),
        Battle(
            after_win="B3-Conclusion",
            nemesis="risen-thrall",
            upgraded=[
                "rain-of-devastation",
                "harbinger-of-monstrosity",
                "sacrifice",
                "blighted-magic",
            ],
            brings=[
                "armored-pauldrons",
                "rebound-gauntlet",
                "world-marble",
                "treasured-stone",
                "bloodshot-geode",
                "helix-of-amber",
                "reconstituting-circuit",
                "unhinged-vortex",
                "radiant-conflux",
                "thraxir",
            ],
            before_next="Intro-B4",
        ),
        Battle(
            after_win="B4-Conclusion",
            nemesis="fountain-of-souls",
            upgraded=["labyrinth-wraith", "mage-devourer", "scour", "blackened-stars"],
        ),
    ),
    start=StartingBarracks(
        mages=of("outcasts", ["ilya", "kel", "z-hana", "taqren"]),
        piles=of(
            "outcasts",
            [
                "molten-peridot",
                "petrified-phoenixium",
                "duplicating-sazite",
                "destiny-forger",
                "transmuter-s-lens",
                "fortified-frost",
                "twisted-fang",
                "lightning-arrow",
                "tornado-of-insight",
            ],
        ),
    ),
    banishes=False,
)

STORIES: Mapping[str, Route] = {
    f"story-{route.box}": route for route in (_THE_NEW_AGE, _INTO_THE_WILD, _OUTCASTS)
}
