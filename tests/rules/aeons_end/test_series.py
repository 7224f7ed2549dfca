"""Every box on one shelf: what is in it, and games drawn from any of them."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any

import pytest

from campaign.rules.aeons_end.catalogue.pack import CardKind, SlotRule
from campaign.rules.aeons_end.catalogue.series import load_series
from campaign.rules.aeons_end.mages import Ability
from campaign.rules.aeons_end.market.draw import market_problems, random_market
from campaign.rules.aeons_end.market.plan import Plan, Request
from campaign.rules.aeons_end.market.stock import Stock, plain_slots
from campaign.rules.aeons_end.market.wishes import AtLeast, AtMost, Constraint, Exclude
from campaign.rules.aeons_end.one_off.choices import (
    Choices,
    MarketRequest,
    SeatChoice,
    open_choices,
)
from campaign.rules.aeons_end.one_off.draws import sample_apart
from campaign.rules.aeons_end.one_off.offer import offer_of, persona
from campaign.rules.aeons_end.one_off.setup import (
    BASICS,
    keeps_its_life,
    redraw,
    resolve,
    start_life,
)
from campaign.rules.aeons_end.one_off.sheet import Setup
from campaign.rules.aeons_end.one_off.system import GAMES
from campaign.rules.aeons_end.sheet import SetupSheet
from campaign.rules.core.problems import RulesError
from campaign.rules.core.serialize import SerializeError, from_plain, to_plain
from campaign.rules.core.system import Shelf, seeded
from tests.rules.chances import looks_uniform
from tests.rules.packs import PACKS, card, legacy, series, war_eternal

SERIES = series()
SHELF = Shelf(SERIES, {pack.slug: pack for pack in (legacy(), war_eternal())})
PINNED: dict[str, Any] = {
    "mages": ["garu", "past-and-future/nadea", "mazahaedron", "past-and-future/auren"],
    "nemesis": "the-new-age/arachnos",
    "market": [
        "dread-diamond",
        "past-and-future/amplifying-calcite",
        "beyond-the-breach/phosphor-nugget",
        "buried-secrets/manifold-container",
        "the-new-age/aether-conduit",
        "buried-secrets/nerve-jab",
        "the-depths/void-bond",
        "outer-dark/catalyst",
        "the-descent/restoration-siphon",
    ],
}
GEM, RELIC, SPELL = CardKind.GEM, CardKind.RELIC, CardKind.SPELL


def drawn(choices: Choices, seed: str = "7") -> Setup:
    return GAMES.draw(SHELF, choices, seeded(seed))


def from_boxes(mages: int, *boxes: str, **more: Any) -> Choices:
    return replace(open_choices(mages), boxes=boxes, **more)


def codes(choices: Choices) -> list[str]:
    with pytest.raises(RulesError) as refused:
        drawn(choices)
    return [problem.code for problem in refused.value.problems]


# --- the catalogue ---------------------------------------------------------------------------


def test_the_shelf_has_every_box_with_everything_in_it() -> None:
    packs = [box.pack for box in SERIES.boxes.values()]
    assert len(packs) == 32
    assert sum(len(pack.find.piles) for pack in packs) == 406
    assert sum(len(pack.find.basics) for pack in packs) == 215
    assert sum(len(pack.nemeses) for pack in packs) == 68
    assert sum(len(pack.mages) for pack in packs) == 102  # Legacy's four are the players' own
    assert [slug for slug, box in SERIES.boxes.items() if box.listing.sealed] == [
        "legacy",
        "legacy-of-gravehold",
    ]


def test_what_a_rulebook_knows_stands_and_a_key_means_one_thing_on_the_whole_shelf() -> None:
    box = SERIES.boxes["war-eternal"].pack
    assert [m.id for m in box.mages] == [m.id for m in war_eternal().mages]
    assert box.mages[0].hand == war_eternal().mages[0].hand
    packs = [box.pack for box in SERIES.boxes.values()]
    for name in ("cards", "nemesis_cards", "nemeses", "mages"):
        keys = Counter(thing.id for pack in packs for thing in getattr(pack, name))
        shared = {key for key, count in keys.items() if count > 1}
        assert shared <= {"crystal", "spark"}
    assert SERIES.find.mage("the-void/xaxos") != SERIES.find.mage("aeons-end/xaxos")
    assert SERIES.name_of("character", "the-void/xaxos", "pl") == "Xaxos"
    assert SERIES.name_of("box", "the-depths", "pl") == "Czeluście"


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"slug": "another"}, 'boxes/the-depths.json: slug: expected "the-depths"'),
        ({"mages": [{"id": "nym"}]}, "boxes/the-depths.json: mages[0]: expected the key"),
        ({"colour": "blue"}, "boxes/the-depths.json: colour: expected one of the keys"),
    ],
)
def test_a_faulty_box_is_named_by_its_file(
    tmp_path: Path, change: dict[str, Any], said: str
) -> None:
    for file in PACKS.rglob("*.json"):
        copy = tmp_path / file.relative_to(PACKS)
        copy.parent.mkdir(exist_ok=True)
        copy.write_bytes(file.read_bytes())
    box = tmp_path / "boxes" / "the-depths.json"
    box.write_text(json.dumps(json.loads(box.read_text()) | change))
    with pytest.raises(SerializeError) as refused:
        load_series(tmp_path / "aeons-end.json")
    assert said in str(refused.value)


def test_a_box_that_the_series_does_not_list_is_a_fault(tmp_path: Path) -> None:
    for file in PACKS.rglob("*.json"):
        copy = tmp_path / file.relative_to(PACKS)
        copy.parent.mkdir(exist_ok=True)
        copy.write_bytes(file.read_bytes())
    (tmp_path / "boxes" / "the-depths-2.json").write_text("{}")
    with pytest.raises(SerializeError, match="the-depths-2"):
        load_series(tmp_path / "aeons-end.json")


# --- games from the shelf --------------------------------------------------------------------


def test_a_game_takes_only_from_the_boxes_on_the_table() -> None:
    boxes = ("the-depths", "the-new-age", "war-eternal")
    setup = drawn(from_boxes(3, *boxes))
    assert set(setup.game.boxes_used) <= set(boxes)
    assert setup.game.boxes == boxes
    assert drawn(from_boxes(3, *boxes)) == setup
    assert from_plain(Setup, json.loads(json.dumps(to_plain(setup)))) == setup


def test_without_a_box_named_every_box_that_is_no_secret_is_on_the_table() -> None:
    setup = drawn(open_choices(2))
    assert len(setup.game.boxes) == 30
    assert not {"legacy", "legacy-of-gravehold"} & set(setup.game.boxes)
    assert codes(from_boxes(2, "the-moon", "war-eternal")) == ["one_off.box_unknown"]


def test_one_box_on_the_shelf_draws_what_the_box_alone_draws() -> None:
    alone = GAMES.draw(Shelf(war_eternal()), open_choices(4), seeded("12"))
    shelved = drawn(from_boxes(4, "war-eternal"), "12")
    assert [mat.mage for mat in shelved.game.mats] == [mat.mage for mat in alone.game.mats]
    assert shelved.game.nemesis.id == alone.game.nemesis.id
    assert [c.id for c in shelved.game.market] == [c.id for c in alone.game.market]
    assert [[c.id for c in tier] for tier in shelved.game.basics] == [
        [c.id for c in tier] for tier in alone.game.basics
    ]


def test_the_whole_shelf_is_the_same_for_a_seed_on_every_machine() -> None:
    game = drawn(open_choices(4), "2026").game
    assert [mat.mage for mat in game.mats] == PINNED["mages"]
    assert game.nemesis.id == PINNED["nemesis"]
    assert [card.id for card in game.market] == PINNED["market"]


def sheet(setup: Setup, language: str = "en") -> SetupSheet:
    return GAMES.sheet(setup, language=language)


def test_a_mat_that_nobody_typed_in_is_as_printed_with_its_starters_and_ability() -> None:
    chosen = Choices(
        (SeatChoice("the-depths/nym"), SeatChoice("gex")), boxes=("the-depths", "outcasts")
    )
    assert codes(chosen) == ["mages.unknown"]  # Gex stays in a box that is not here
    setup = drawn(replace(chosen, boxes=("the-depths", "war-eternal")))
    nym, gex = sheet(setup).body.mages
    assert ([card.name for card in nym.starters], nym.hand, nym.breaches) == (["Cinder"], (), ())
    assert (nym.ability, nym.is_known) == (Ability("Terminus Barrier", 5), False)
    assert (gex.is_known, gex.starters) == (True, ())
    lines = [line.code for line in sheet(setup).steps if line.values.get("seat") == 1]
    assert lines == ["step.mat", "step.as_printed", "step.ability", "step.life"]
    plain = sheet(setup).as_dict()
    assert plain["boxes"] == ["the-depths", "war-eternal"]
    assert plain["mages"][0]["starters"] == ["Cinder"]


def test_each_box_speaks_its_own_language() -> None:
    chosen = from_boxes(2, "the-depths", "war-eternal", languages={"war-eternal": "pl"})
    body = sheet(drawn(chosen)).body
    for pile in body.market:
        name = SERIES.name_of("pile", pile.id, "pl" if pile.box == "war-eternal" else "en")
        assert pile.name == name
    assert body.box_names["war-eternal"] == "Wieczna Wojna"


def test_maelstrom_is_no_nemesis_of_a_one_off_game() -> None:
    assert "maelstrom" not in offer_of((legacy(),)).nemeses
    assert "maelstrom" not in offer_of((SERIES.boxes["legacy"].pack,)).nemeses
    with_legacy = replace(open_choices(2), nemesis="maelstrom", boxes=(legacy().slug,))
    with pytest.raises(RulesError):
        GAMES.draw(Shelf(war_eternal(), {legacy().slug: legacy()}), with_legacy, Random(1))


# --- mages -----------------------------------------------------------------------------------


def test_versions_of_one_mage_never_meet_unless_wished() -> None:
    boxes = ("aeons-end", "the-void", "the-abyss")  # each has its own Xaxos
    for seed in range(60):
        mats = drawn(from_boxes(4, *boxes), str(seed)).game.mats
        assert len({persona(mat.mage) for mat in mats}) == 4
    both = (SeatChoice("aeons-end/xaxos"), SeatChoice("the-void/xaxos"))
    assert codes(Choices(both, boxes=boxes)) == ["mages.versions"]
    assert drawn(Choices(both, boxes=boxes, versions=True))
    one = Choices(
        (SeatChoice("aeons-end/xaxos"), SeatChoice(), SeatChoice(), SeatChoice()), boxes=boxes
    )
    met = {mat.mage for seed in range(60) for mat in drawn(one, str(seed)).game.mats}
    assert not met & {"the-void/xaxos", "the-abyss/xaxos"}


def test_every_group_without_two_versions_is_equally_likely() -> None:
    groups = [["a1", "a2", "a3"], ["b1"], ["c1", "c2"], ["d1"]]
    of = {name: place for place, group in enumerate(groups) for name in group}
    legal = [pair for pair in combinations(sorted(of), 2) if of[pair[0]] != of[pair[1]]]
    rng = Random(5)
    counts = Counter(tuple(sorted(sample_apart(groups, 2, rng))) for _ in range(6000))
    assert looks_uniform(counts, legal)  # type: ignore[arg-type]
    firsts = Counter(sample_apart([["a"], ["b", "c"]], 2, rng)[0] == "a" for _ in range(2000))
    assert looks_uniform(firsts, [True, False])  # type: ignore[arg-type] # seats are shuffled


def test_what_is_never_to_be_drawn_is_not_and_too_much_of_it_is_said() -> None:
    never = frozenset({"the-depths/nym", "the-depths/horde-crone"})
    chosen = from_boxes(2, "the-depths", "war-eternal", never=never)
    for seed in range(40):
        game = drawn(chosen, str(seed)).game
        assert not never & {game.nemesis.id, *(mat.mage for mat in game.mats)}
    few = from_boxes(
        4,
        "the-depths",
        "outcasts",
        never=frozenset(m for m in offer_of((SERIES.boxes["outcasts"].pack,)).mats),
    )
    assert codes(few) == ["mages.too_few_left"]
    picked = Choices((SeatChoice("the-depths/nym"),), boxes=chosen.boxes, never=never)
    assert drawn(picked).game.mats[0].mage == "the-depths/nym"  # whoever chooses, overrules


def test_a_nemesis_that_no_wish_leaves_is_answered_by_the_wishes() -> None:
    pool = {n.id for n in SERIES.boxes["outcasts"].pack.nemeses}
    chosen = from_boxes(2, "outcasts", resting=frozenset(pool))
    with pytest.raises(RulesError) as refused:
        drawn(chosen)
    assert refused.value.problems[0].details["wishes"] == ("resting",)
    easy = {n.id for n in SERIES.boxes["outcasts"].pack.nemeses if n.difficulty <= 4}
    both = from_boxes(2, "outcasts", never=frozenset(easy), nemesis_difficulty=(1, 4))
    with pytest.raises(RulesError) as refused:
        drawn(both)
    assert refused.value.problems[0].details["wishes"] == ("difficulty", "never")
    assert codes(from_boxes(2, "outcasts", nemesis_difficulty=(10, 10))) == [
        "nemesis.none_in_range"
    ]
    assert "nemesis.none_in_boxes" in codes(from_boxes(2, "buried-secrets", "the-ruins"))


# --- basic cards -----------------------------------------------------------------------------


def test_basic_cards_come_from_one_boxs_set_or_mixed_and_never_twice() -> None:
    boxes = ("aeons-end", "the-new-age", "outcasts")
    mixed = {
        c.box
        for s in range(20)
        for t in drawn(from_boxes(4, *boxes), str(s)).game.basics
        for c in t
    }
    assert mixed == set(boxes)
    # War Eternal p. 10 warns of it.
    assert "nemesis_deck.mixed_boxes" in drawn(from_boxes(4, *boxes)).game.notes
    for seed in range(20):
        for tier in drawn(from_boxes(4, *boxes), str(seed)).game.basics:
            assert len({persona(c.id) for c in tier}) == len(tier)
    one = drawn(from_boxes(4, *boxes, basics="outcasts")).game
    assert {c.box for tier in one.basics for c in tier} == {"outcasts"}
    assert "nemesis_deck.mixed_boxes" not in one.notes
    assert (
        codes(from_boxes(4, *boxes, basics="the-depths")).count("nemesis_deck.too_few_basics") == 3
    )


# --- one thing drawn again -------------------------------------------------------------------


def keys(setup: Setup) -> dict[str, Any]:
    game = setup.game
    return {
        "mages": [mat.mage for mat in game.mats],
        "nemesis": game.nemesis.id,
        "market": {card.id for card in game.market},
        "basics": [sorted(card.id for card in tier) for tier in game.basics],
    }


@pytest.mark.parametrize("what", ["mages", "nemesis", "market", "basics"])
def test_one_thing_is_drawn_again_and_everything_else_stays(what: str) -> None:
    chosen = from_boxes(3, "aeons-end", "outcasts", "the-new-age")
    first = drawn(chosen, "3")
    old = keys(first)
    key = {
        "mages": old["mages"][1],
        "nemesis": old["nemesis"],
        "market": min(old["market"]),
        "basics": BASICS,
    }[what]
    again = redraw(chosen, first.game, key)
    for seed in range(20):
        new = keys(drawn(again, str(seed)))
        assert {part for part in new if new[part] != old[part]} <= {what}
        if what != "basics":
            assert key not in (new["nemesis"], *new["mages"], *new["market"])
        if what == "market":
            assert len(new["market"] & old["market"]) == 8


# --- markets ---------------------------------------------------------------------------------

SOME = Stock(
    [
        *(replace(card(f"g{n}", GEM, n), box="a") for n in (2, 3, 4)),
        *(replace(card(f"r{n}", RELIC, n), box="b") for n in (2, 5)),
        *(replace(card(f"s{n}", SPELL, n), box="a" if n < 5 else "b") for n in (3, 4, 5, 6)),
    ]
)
ANY = SlotRule(None)
REQUESTS: list[tuple[list[SlotRule], list[Any], tuple[str, ...]]] = [
    ([ANY, ANY, ANY], [], ()),
    ([SlotRule(GEM), ANY, SlotRule(SPELL, (5, 6))], [], ()),
    ([SlotRule(None, (2, 3)), SlotRule(None, (3, 4)), SlotRule(RELIC)], [], ()),
    ([ANY, ANY, ANY], [AtMost(1, SPELL), AtLeast(1, None, 5)], ()),
    ([ANY, ANY, ANY], [AtLeast(2, box="b")], ("g2",)),
    ([ANY, ANY, ANY, ANY], [AtMost(1, keys=frozenset({"g2", "g3", "g4"}))], ()),
    ([SlotRule(GEM), SlotRule(GEM), ANY], [AtMost(1, box="a", max_cost=3)], ()),
    ([ANY, ANY], [AtMost(0, GEM), Exclude(frozenset({"s3"}))], ()),
    ([SlotRule(None, (2, 3, 4)), SlotRule(SPELL), SlotRule(None, (4, 5))], [], ("s4",)),
]


def by_hand(slots: Any, wishes: Any, locks: Any) -> list[frozenset[str]]:
    """Return every legal market by trying them all."""
    found = []
    out = {key for wish in wishes if isinstance(wish, Exclude) for key in wish.keys}
    for cards in combinations([c for c in SOME.cards.values() if c.id not in out], len(slots)):
        names = frozenset(c.id for c in cards)
        if not set(locks) <= names or not _placeable(list(slots), list(cards)):
            continue
        counted = [
            (w, sum(w.takes(c) for c in cards)) for w in wishes if not isinstance(w, Exclude)
        ]
        if all(n >= w.count if isinstance(w, AtLeast) else n <= w.most for w, n in counted):
            found.append(names)
    return found


def _placeable(slots: list[SlotRule], cards: list[Any]) -> bool:
    if not cards:
        return True
    first, *rest = cards
    return any(
        slot.kind in (None, first.kind)
        and (slot.costs is None or first.cost in slot.costs)
        and _placeable([*slots[:place], *slots[place + 1 :]], rest)
        for place, slot in enumerate(slots)
    )


@pytest.mark.parametrize(("slots", "wishes", "locks"), REQUESTS)
def test_places_of_any_kind_and_limits_leave_every_legal_market_equally_likely(
    slots: list[SlotRule], wishes: list[Any], locks: tuple[str, ...]
) -> None:
    legal = by_hand(slots, wishes, locks)
    plan = Plan(Request(SOME, slots, wishes, locks))
    assert plan.total == len(legal) > 1
    rng = Random(3)
    times = 60 * len(legal)
    counts = Counter(frozenset(c.id for c in plan.draw(rng)) for _ in range(times))
    assert looks_uniform(counts, legal)  # type: ignore[arg-type]


def test_a_limit_that_no_market_keeps_is_named_with_what_it_clashes_with() -> None:
    slots = plain_slots(war_eternal().market)
    stock = Stock(war_eternal().find.piles)
    (alone,) = market_problems(Request(stock, slots, [AtMost(2, GEM)]))
    assert (alone.code, alone.details["fewest"]) == ("market.at_most_unmeetable", 3)
    wishes: list[Constraint] = [AtLeast(3, SPELL, 5), AtMost(1, SPELL, 5), AtMost(8)]
    found = market_problems(Request(stock, slots, wishes))
    assert [(p.code, p.details.get("constraint"), p.details.get("others")) for p in found] == [
        ("market.at_most_unmeetable", 2, None),
        ("market.constraints_conflict", 0, (1,)),
    ]


def test_a_place_of_any_kind_never_holds_what_another_place_has() -> None:
    request = MarketRequest(slots=(SlotRule(GEM, (3,)), *(ANY,) * 8))
    for seed in range(50):
        game = drawn(from_boxes(2, "war-eternal", market=request), str(seed)).game
        assert len({pile.id for pile in game.market}) == 9
        assert any(pile.kind is GEM and pile.cost == 3 for pile in game.market)


def test_a_lock_that_only_a_place_of_any_kind_takes_fits() -> None:
    market = random_market(Request(SOME, [SlotRule(GEM), ANY], locks=("g2", "g3")), Random(1))
    assert {pile.id for pile in market} == {"g2", "g3"}


def test_resolve_answers_every_clash_at_once() -> None:
    request = MarketRequest(constraints=(AtLeast(8, GEM),))
    chosen = from_boxes(4, "the-depths", market=request, nemesis_difficulty=(1, 1))
    with pytest.raises(RulesError) as refused:
        resolve(SERIES, chosen, Random(1), also=(SERIES.boxes["the-depths"].pack,))
    assert {p.code.split(".")[0] for p in refused.value.problems} >= {
        "mages",
        "nemesis",
        "nemesis_deck",
        "market",
    }


# --- twenty thousand games -------------------------------------------------------------------


@pytest.mark.thorough
def test_twenty_thousand_games_over_the_whole_shelf_are_drawn_evenly() -> None:
    boxes = tuple(box.pack for box in SERIES.boxes.values())
    offer, rng = offer_of((SERIES, *boxes)), Random(2026)
    choices = replace(open_choices(1), versions=True)
    counts: dict[str, Counter[Any]] = {}
    for _ in range(20_000):
        game = resolve(SERIES, choices, rng, also=boxes)
        counts.setdefault("mages", Counter())[game.mats[0].mage] += 1
        counts.setdefault("nemeses", Counter())[game.nemesis.id] += 1
        for pile in game.market:
            counts.setdefault(pile.kind, Counter())[pile.id] += 1
        for tier, cards in enumerate(game.basics, start=1):
            counts.setdefault(f"tier {tier}", Counter()).update(card.id for card in cards)
    kinds = {
        kind: [c.id for c in offer.piles.cards.values() if c.kind is kind] for kind in CardKind
    }
    tiers = {f"tier {tier}": [c.id for c in cards] for tier, cards in offer.basics.items()}
    outcomes = {"mages": list(offer.mats), "nemeses": list(offer.nemeses), **kinds, **tiers}
    assert set(outcomes) == set(counts)
    for part, possible in outcomes.items():
        assert looks_uniform(counts[part], possible), part


def test_a_nemesis_with_little_life_keeps_it_when_beginners_take_ten_off() -> None:
    # War Eternal p. 20 says "10 less"; it knows no nemesis of 6 or 10 life.
    easy, normal = (series().find.difficulty(name) for name in ("beginner", "normal"))
    assert easy is not None
    assert normal is not None
    nemeses = [nemesis for box in series().boxes.values() for nemesis in box.pack.nemeses]
    lives = {nemesis.life: start_life(nemesis, easy) for nemesis in nemeses}
    assert (lives[6], lives[10], lives[30], lives[None]) == (6, 10, 20, None)
    assert min(life for life in lives.values() if life is not None) > 1
    low = next(nemesis for nemesis in nemeses if nemesis.life == 6)
    assert keeps_its_life(low, easy)
    assert not keeps_its_life(low, normal)
