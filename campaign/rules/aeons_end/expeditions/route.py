"""The way of an expedition: battles, rewards and story, and what each variant has of them.

A graph: a node leads to the next one, a story node with decisions to one for each. The four printed
variants are such graphs without a branch.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Annotated

from campaign.rules.aeons_end.catalogue.expeditions import LEVELS, Level
from campaign.rules.aeons_end.catalogue.pack import CardKind, Count
from campaign.rules.core import sizes
from campaign.rules.core.constraints import Limit, Line, Most, Verbatim
from campaign.rules.core.entries import Few, Name, Note, Text
from campaign.rules.core.problems import Problem, mismatch

FIGHT_FIVE = 5  # the tier of a battle against any nemesis with a card for it
MAX_NODES = 60
MAX_DECISIONS = 20  # at a node
MAX_TRIES = 9
STARTING_MAGES, STARTING_PILES = 4, 9  # in the barracks

NodeId = Annotated[str, Verbatim(sizes.TOKEN)]
Card = Annotated[str, Line(sizes.TOKEN)]
BattleTier = Annotated[int, Limit(1, FIGHT_FIVE)]
BattleTries = Annotated[int, Limit(1, MAX_TRIES)]
ByLevel = Annotated[Mapping[Level, Count], Most(len(LEVELS))]


# How many of each kind: ("nemesis", tier), ("treasure", level); ("mage", 0), ("gem", 0) and so on.
Needs = Counter[tuple[str, int]]


class NodeKind(StrEnum):
    """What happens at a node."""

    BATTLE = "battle"
    STORY = "story"
    REWARD = "reward"


@dataclass(frozen=True, slots=True)
class Reward:
    """How many things of each kind come into the barracks, and which by name."""

    mages: Count = 0
    gems: Count = 0
    relics: Count = 0
    spells: Count = 0
    banners: Count = 0
    treasures: ByLevel = field(default_factory=dict)
    named: Few[str] = ()  # mages, piles, treasures or banners by id

    @property
    def piles(self) -> dict[CardKind, int]:
        """Return how many piles come, by kind."""
        return {CardKind.GEM: self.gems, CardKind.RELIC: self.relics, CardKind.SPELL: self.spells}


@dataclass(frozen=True, slots=True)
class Decision:
    """What a group can decide at a story node, and where that leads ("": the end)."""

    text: Name
    next: NodeId = ""


@dataclass(frozen=True, slots=True)
class Node:
    """A battle, a story or a reward; ``next`` is where it leads, "" the end."""

    id: NodeId
    kind: NodeKind = NodeKind.BATTLE
    next: NodeId = ""
    # Of a battle.
    tier: BattleTier | None = None
    nemesis: str = ""  # "": one of the tier is drawn
    win: Reward | None = None  # None: nothing comes, as after the last battle
    one_try: bool = False  # a loss leads on as well
    note: Text = ""  # a rule of this battle, in the group's own words
    upgraded: Few[str] | None = None  # basics that join by name; None: by the table of tiers
    # Of a story node.
    text: Note = ""
    card: Card = ""  # the printed card that is read there: the box tells, not this program
    decisions: Annotated[tuple[Decision, ...], Most(MAX_DECISIONS)] = ()
    # Of a reward node.
    reward: Reward | None = None

    @property
    def exits(self) -> tuple[str, ...]:
        """Return where it leads: one exit for each decision, or one."""
        return tuple(each.next for each in self.decisions) or (self.next,)


@dataclass(frozen=True, slots=True)
class StartingBarracks:
    """What is in the barracks at the start, by id; what is missing there is drawn as usual."""

    mages: Few[str] = ()
    piles: Few[str] = ()  # all nine, or none


@dataclass(frozen=True, slots=True)
class Route:
    """The whole way. It begins with a battle; the words before it are ``intro``."""

    first: NodeId
    nodes: Annotated[tuple[Node, ...], Most(MAX_NODES)]
    treasures: ByLevel = field(default_factory=dict)  # in the barracks at the start, by level
    name: Annotated[str, Line(sizes.CAMPAIGN_NAME)] = ""  # of a group's own expedition
    intro: Note = ""
    card: Card = ""  # the printed card that is read before the first battle
    box: NodeId = ""  # without which it cannot be played
    start: StartingBarracks | None = None
    banishes: bool = True  # False: piles that are not taken wait, as with Big Pockets
    consoles: bool = True  # False: nothing comes after a loss
    tries: BattleTries | None = None  # of a battle, after which it counts as won

    def node(self, key: str) -> Node | None:
        """Return a node by id."""
        return next((node for node in self.nodes if node.id == key), None)

    @property
    def battles(self) -> tuple[Node, ...]:
        """Return the battles."""
        return tuple(node for node in self.nodes if node.kind is NodeKind.BATTLE)

    def battles_from(self, key: str) -> int:
        """Return how many battles the longest way from a node has; from the end, none."""
        known: dict[str, int] = {"": 0}

        def ahead(key: str) -> int:
            if key not in known:
                node = self.node(key)
                exits = node.exits if node else ()
                known[key] = max(map(ahead, exits), default=0)
                known[key] += node is not None and node.kind is NodeKind.BATTLE
            return known[key]

        return ahead(key)

    def needs(self) -> Needs:
        """Return how many things of each kind the longest way to the end can need."""
        known: dict[str, Needs] = {"": Counter()}

        def from_here(key: str) -> Needs:
            if key not in known:
                node = self.node(key)
                ahead: Needs = Counter()
                for exit_ in node.exits if node else ():
                    ahead |= from_here(exit_)
                known[key] = ahead + (_needed(node) if node else Counter())
            return known[key]

        start = Counter({("treasure", level): count for level, count in self.treasures.items()})
        return from_here(self.first) + start


def _needed(node: Node) -> Needs:
    found: Needs = Counter()
    if node.kind is NodeKind.BATTLE and node.tier is not None and not node.nemesis:
        found["nemesis", node.tier] += 1
    reward = node.win or node.reward
    if reward:
        found["mage", 0] += reward.mages
        for kind, count in reward.piles.items():
            found[str(kind), 0] += count
        for level, count in reward.treasures.items():
            found["treasure", level] += count
    return found


def route_faults(route: Route) -> Iterator[Problem]:
    """Yield what is wrong with a way: doubled ids, exits to nowhere, circles, parts that miss."""
    ids = [node.id for node in route.nodes]
    # Of two nodes with one id, the first counts.
    exits = {node.id: frozenset(node.exits) for node in reversed(route.nodes)}
    reached = {key: _reached(exits, key) for key in ids}
    first = route.node(route.first)
    if route.start is not None and len(route.start.mages) > STARTING_MAGES:
        yield mismatch(
            "start.mages", f"{STARTING_MAGES} mages at most", str(len(route.start.mages))
        )
    if route.start is not None and len(route.start.piles) not in (0, STARTING_PILES):
        piles = str(len(route.start.piles))
        yield mismatch("start.piles", f"{STARTING_PILES} piles, or none", piles)
    if first is None or first.kind is not NodeKind.BATTLE:
        yield mismatch("first", "the id of a battle", f'"{route.first}"')
    for place, node in enumerate(route.nodes):
        path = f"nodes[{place}]"
        if not node.id or node.id in ids[:place]:
            yield mismatch(f"{path}.id", "an id that is not used before", f'"{node.id}"')
        yield from _node_faults(node, path)
        for at, exit_ in enumerate(node.exits):
            where = f"{path}.decisions[{at}].next" if node.decisions else f"{path}.next"
            if exit_ and exit_ not in exits:
                yield mismatch(where, "the id of a node, or none at the end", f'"{exit_}"')
            elif exit_ and node.id in reached[exit_]:
                yield mismatch(where, "a way that does not lead in a circle", f'"{exit_}"')
    on_the_way = reached.get(route.first, ())
    for place, node in enumerate(route.nodes):
        if node.id not in on_the_way:
            yield mismatch(f"nodes[{place}]", "a node that some way leads to", f'"{node.id}"')


def _node_faults(node: Node, path: str) -> Iterator[Problem]:
    match node.kind:
        case NodeKind.BATTLE if node.tier is None:
            yield mismatch(f"{path}.tier", f"a whole number from 1 to {FIGHT_FIVE}", "nothing")
        case NodeKind.REWARD if node.reward is None:
            yield mismatch(f"{path}.reward", "a reward", "nothing")
        case NodeKind.STORY if not node.text and not node.card:
            yield mismatch(f"{path}.text", "a text, or the number of a card", "nothing")
    if node.decisions and node.kind is not NodeKind.STORY:
        yield mismatch(f"{path}.decisions", "decisions at a story node only", f'"{node.kind}"')
    if node.decisions and node.next:
        yield mismatch(f"{path}.next", "exits of the decisions alone", f'"{node.next}"')


def _reached(exits: Mapping[str, Iterable[str]], start: str) -> set[str]:
    """Return the nodes that some way from a node leads to, itself included."""
    found: set[str] = set()
    ahead = {start}
    while ahead:
        key = ahead.pop()
        found.add(key)
        ahead.update(exit_ for exit_ in exits.get(key, ()) if exit_ not in found)
    return found


# --- the printed variants ---

_TREASURES = {1: 5, 2: 3, 3: 5}  # that come when their level is won


def _variant(*battles: tuple[int, Reward | None], treasures: ByLevel | None = None) -> Route:
    """Return a way of battles alone, each with its tier and what winning it brings."""
    last = len(battles)
    nodes = tuple(
        Node(
            id=f"battle-{number}",
            next=f"battle-{number + 1}" if number < last else "",
            tier=tier,
            win=win,
        )
        for number, (tier, win) in enumerate(battles, start=1)
    )
    return Route("battle-1", nodes, treasures or {})


def _won(*levels: int) -> Reward:
    treasures = {level: _TREASURES[level] for level in levels}
    return Reward(gems=1, relics=1, spells=1, treasures=treasures)


_AFTER_FOUR = Reward(mages=1, gems=2, relics=2, spells=2, treasures={1: 2, 2: 1, 3: 2, 4: 5})

VARIANTS: Mapping[str, Route] = {
    "short": _variant((2, _won(2)), (3, _won(3)), (4, None), treasures={1: _TREASURES[1]}),
    "default": _variant((1, _won(1)), (2, _won(2)), (3, _won(3)), (4, None)),
    "extended": _variant(
        *((1, _won()), (1, _won(1)), (2, _won()), (2, _won(2))),
        *((3, _won()), (3, _won(3)), (4, _won()), (4, None)),
    ),
    "fight-five": _variant(
        *((1, _won(1)), (2, _won(2)), (3, _won(3)), (4, _AFTER_FOUR), (FIGHT_FIVE, None))
    ),
}
