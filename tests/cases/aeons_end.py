"""Aeon's End in the shared tests."""

from campaign.rules.aeons_end.one_off.choices import open_choices
from tests.cases.case import GameCase, OneOffCase
from tests.tracker.security.rows import (
    EVERYBODY,
    GO,
    HEARD,
    LOOK,
    MEMBER,
    NO,
    NOTHING,
    OK,
    ONE_LOOK,
    ONE_RECORD,
    RECORD,
    C,
    G,
    O,
    Row,
    X,
    both,
    by_role,
    going,
    heard,
    reads,
    writes,
)
from tracker.systems.aeons_end.one_off.shared_setups import SharedTable, packed

SHARED = SharedTable("aeons-end-war-eternal", open_choices(2), "1")
ONE_OFFS = {
    "aeons-end-war-eternal": OneOffCase(
        start={"mages": "2"},
        change={"nemesis": "umbra-titan"},
        result={"result": "win", "ending_win": "nemesis_defeated", "player_1": "Zuza"},
        corrected={"result": "loss", "ending_loss": "gravehold_fallen", "nemesis_life": "5"},
        wrong={"result": "win", "gravehold_life": "0"},
        said="Won",
        said_corrected="Lost",
    ),
    "aeons-end": OneOffCase(
        start={"mages": "2", "boxes": ["outcasts"]},
        change={"nemesis": "outcasts/thief-of-dreams"},
        result={"result": "win", "ending_win": "nemesis_defeated", "player_1": "Zuza"},
        corrected={"result": "loss", "ending_loss": "gravehold_fallen", "nemesis_life": "5"},
        wrong={"result": "win", "gravehold_life": "0"},
        said="Won",
        said_corrected="Lost",
    ),
}
ROWS = {
    "mages": reads(C, LOOK, demo=OK),
    "mage": Row(("code", "seat"), read=LOOK, write=heard(RECORD), demo=OK),
    "my_mage": both(C, RECORD, demo=NO),
    "portrait": reads(("code", "seat"), LOOK, demo=NOTHING),  # the demo's mages have none
    "portrait_change": writes(("code", "seat"), RECORD, LOOK, demo=GO),
    "names": both(C, RECORD, demo=NO),
    "expedition_start": both((), EVERYBODY),
    "expedition_barracks": reads(X, MEMBER),
    "expedition_battles": reads(X, MEMBER),
    "expedition_recipe": reads(X, MEMBER),
    "expedition_battle": both(X, ONE_RECORD, leads=True),
    "expedition_node": both(X, ONE_RECORD, leads=True),
    "expedition_reward": both(("battle",), ONE_RECORD),
    "expedition_came": reads(("battle",), going(MEMBER)),
    "expedition_correct_reward": both(("battle",), ONE_RECORD, leads=True),
    "market": reads(C, LOOK, demo=OK),
    "nemesis": reads(C, LOOK, demo=OK),
    "rulebook": reads(C, LOOK, demo=OK),
    "section_note": both(("code", "section"), RECORD, demo=NO),
    "seals": reads(C, LOOK, demo=OK),
    "first_evening": Row(C, read=LOOK, write=heard(RECORD), demo=OK),
    "bookmark": both(C, RECORD, demo=NO),
    "results": reads(C, LOOK, demo=OK),
    "story": reads(C, LOOK, demo=OK),
    "next_game": writes(C, RECORD, LOOK, demo=GO),
    "complete": reads(C, RECORD, query="?what=card&q=emb", demo=NO),
    "campaign_statistics": reads(C, LOOK, demo=OK),
    "plan": both(C, RECORD, demo=NO),
    "correct_plan": both(G, RECORD, demo=NO),
    "setup": reads(G, LOOK, demo=OK),
    "begun": writes(G, RECORD, LOOK, demo=GO),
    "restore": reads(G, LOOK, demo=OK),
    # --- the aftermath ---
    "aftermath": reads(G, LOOK, demo=OK),
    "aftermath_verdict": both(G, RECORD, leads=True, demo=NO),
    "aftermath_sections": both(G, RECORD, demo=NO),
    "aftermath_seals": both(G, RECORD, demo=NO),
    "aftermath_ordered": both(G, RECORD, demo=NO),
    "aftermath_growth": both(G, RECORD, demo=NO),
    "aftermath_slot": reads(G, going(RECORD), demo=NO),
    "aftermath_sticker": both(("game", "seat", "slot"), RECORD, leads=True, demo=NO),
    "aftermath_evolution": both(G, RECORD, demo=NO),
    "aftermath_stickers": both(G, RECORD, leads=True, demo=NO),
    "aftermath_pool": both(G, RECORD, demo=NO),
    "aftermath_close": both(G, RECORD, leads=True, demo=NO),
    "settle": writes(G, RECORD, LOOK, demo=GO),
    "entry_delete": both(("code", "fact"), RECORD, demo=NO),
    "entry_reenter": both(("code", "fact"), RECORD, demo=NO),
    # --- paper ---
    "print": reads(C, LOOK, demo=OK),
    "restore_pdf": reads(G, LOOK, demo=OK),
    "mat_pdf": reads(("code", "seat"), LOOK, demo=OK),
    "mat_png": reads(("code", "seat"), LOOK, demo=OK),
    "mats_pdf": reads(C, LOOK, demo=OK),
    "slips_pdf": reads(C, LOOK, demo=OK),
    "results_pdf": reads(C, LOOK, demo=OK),
    "chronicle_pdf": reads(C, LOOK, demo=OK),
    "poster_pdf": reads(C, LOOK, demo=OK),
    "check_choices": writes(O, ONE_RECORD, ONE_LOOK),
    "game_complete": reads(O, ONE_RECORD, query="?q=cat"),
    "exclude": writes(O, ONE_RECORD, ONE_LOOK),
    "game_table": reads(O, ONE_LOOK),
    "preset_save": writes(O, ONE_LOOK, ONE_LOOK),
    "shared_table": both((), EVERYBODY, query=f"?t={packed(SHARED)}"),
    "shared_game": both(("setup_key",), EVERYBODY),  # whoever has the link
    # --- the boxes somebody owns; another's saved wishes are nobody's business ---
    "boxes": both((), EVERYBODY),
    "exclusions": both((), EVERYBODY),
    "patterns": both((), EVERYBODY),
    "preset_change": Row(
        ("preset",), read=going(EVERYBODY), write=by_role(NOTHING, keeper=HEARD), button=True
    ),
}
CASE = GameCase(
    words=(
        r"aeon.?s.?end|gravehold|war.eternal|mages?|nemes[ie]s|expeditions?|minions?|acolytes?|gems?"
    ),
    one_offs=ONE_OFFS,
    campaigns={
        "aeons-end-legacy": {"name_1": "Ilva", "name_2": "Torrin"},
        "aeons-end": {"boxes": ["aeons-end", "the-new-age", "outcasts", "the-descent"]},
    },
    rows=ROWS,
)
