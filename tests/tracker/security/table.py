"""Who may do what: every address, every method, every role.

A row says which methods an address answers to and what it asks of a visitor; a kind says what each
role is answered. Another URL has no row yet, and test_access_table.py fails until somebody has
thought about who may use it.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from campaign.rules.aeons_end.one_off.choices import open_choices
from tracker.systems.aeons_end.one_off.shared_setups import SharedTable, packed

SHARED = SharedTable("aeons-end-war-eternal", open_choices(2), "1")
OK, GO, MOVED, NO, NOTHING = 200, 302, 308, 403, 404
HEARD = 0  # 200, 302, 409 or 422: let in, whatever came of an empty form

Answers = dict[str, int]


def _all(status: int, **others: int) -> Answers:
    roles = ("anonymous", "stranger", "onlooker", "reader", "player", "guest", "keeper", "other")
    return {role: others.get(role, status) for role in roles}


_OUT = {"anonymous": NOTHING, "stranger": NOTHING, "other": NOTHING}
EVERYBODY = _all(OK)
LOOK = _all(OK, **_OUT)
MEMBER = _all(OK, **_OUT, onlooker=NOTHING)
TAKE = _all(OK, **_OUT, onlooker=NO)  # a file of one's own, or a second campaign
RECORD = _all(OK, **_OUT, onlooker=NO, reader=NO)
KEEP = _all(OK, **_OUT, onlooker=NO, reader=NO, player=NO, guest=NO)
# A one-off game has no onlookers; those it is shared with record, its owner keeps.
ONE_LOOK = _all(OK, **_OUT, onlooker=NOTHING)
ONE_RECORD = _all(OK, **_OUT, onlooker=NOTHING, reader=NO)
ONE_KEEP = _all(OK, **_OUT, onlooker=NOTHING, reader=NO, player=NO, guest=NO)
# Whoever has the link of an evening sees it and answers; the rest is for the group.
_BY_LINK = {"anonymous": NO, "stranger": NO, "onlooker": NO, "other": NO, "reader": NO}
EVENING_PLAN = _all(OK, **_BY_LINK)
EVENING_KEEP = _all(OK, **_BY_LINK, player=NO, guest=NO)
OWN = _all(NOTHING, keeper=OK)  # a deck: whoever keeps the campaign has it
SEATED = _all(NOTHING, keeper=OK, player=OK)  # at a draft
SIGNED_IN = _all(OK, anonymous=GO, onlooker=GO)  # to the door, and back


def going(answers: Answers) -> Answers:
    """Return the same answers for a page that redirects."""
    return {role: GO if status == OK else status for role, status in answers.items()}


def moved(answers: Answers) -> Answers:
    """Return the same answers for a form that is sent again to another address."""
    return {role: MOVED if status == OK else status for role, status in answers.items()}


def heard(answers: Answers) -> Answers:
    """Return the same answers for a write: an allowed one may succeed or be refused as a form."""
    return {role: HEARD if status in (OK, GO) else status for role, status in answers.items()}


# Before the name of a URL that campaigns' games and one-off games share: its row for the latter.
ONE_OFF = "one_off:"


def url_name(key: str) -> str:
    """Return the name of the URL that a row is about."""
    return key.removeprefix(ONE_OFF)


@dataclass(frozen=True)
class Row:
    """A URL: its arguments, and the status of GET and POST by role (None: 405)."""

    args: tuple[str, ...] = ()
    read: Answers | None = None
    write: Answers | None = None
    query: str = ""
    # In the demo, where everybody looks on: what reading answers who belongs to nothing.
    demo: int | None = field(default=None)
    button: bool = False  # reading it leads to the page that it is a button of


C = ("code",)
G = ("game",)  # the code of a campaign's game
X = ("expedition",)  # the code of a campaign of another kind
J = ("journal",)  # the code of a journal
O = ("game_code",)  # noqa: E741 # a one-off's code


def reads(args: tuple[str, ...], kind: Answers, **more: object) -> Row:
    """Return the row of a read-only page."""
    return Row(args, read=kind, **more)  # type: ignore[arg-type] # a row's own


def both(args: tuple[str, ...], kind: Answers, *, leads: bool = False, **more: object) -> Row:
    """Return the row of a form; ``leads``: on this site its page redirects."""
    return Row(args, read=going(kind) if leads else kind, write=heard(kind), **more)  # type: ignore[arg-type] # a row's own


def writes(args: tuple[str, ...], kind: Answers, back: Answers, **more: object) -> Row:
    """Return the row of a button; ``back``: a GET redirects to the page with the button."""
    return Row(args, read=going(back), write=heard(kind), button=True, **more)  # type: ignore[arg-type] # a row's own


TABLE: dict[str, Row] = {
    # --- the site ---
    "healthz": reads((), EVERYBODY),
    "readyz": reads((), EVERYBODY),
    "home": reads((), EVERYBODY),
    "start": both((), EVERYBODY),
    "demo": reads((), going(EVERYBODY)),
    "set_language": both((), EVERYBODY, leads=True),
    "import": both((), EVERYBODY),
    # --- the site as an app ---
    "manifest": reads((), EVERYBODY),
    "service_worker": reads((), EVERYBODY),
    "offline": reads((), EVERYBODY),
    "set_display": writes((), EVERYBODY, EVERYBODY),
    # --- accounts ---
    "account": reads((), SIGNED_IN),
    "keep": both((), SIGNED_IN, leads=True),
    "display_name": both((), SIGNED_IN, leads=True),
    "password": Row(read={**SIGNED_IN, "guest": GO}, write=heard(SIGNED_IN)),
    "sign_in": Row(
        read=_all(GO, anonymous=OK, onlooker=OK, guest=OK), write=heard(going(EVERYBODY))
    ),
    "passkeys": Row(read={**SIGNED_IN, "guest": GO}, write=heard(SIGNED_IN)),
    "passkey_link": reads(("join",), _all(GO)),  # to the passkeys, or to sign in first
    "passkey_options": writes((), EVERYBODY, EVERYBODY),
    "passkey_sign_in": writes((), EVERYBODY, EVERYBODY),
    "recover": Row(read=_all(GO, anonymous=OK, onlooker=OK, guest=OK), write=heard(EVERYBODY)),
    "recovery_codes": Row(read={**SIGNED_IN, "guest": GO}, write=heard(SIGNED_IN)),
    "browsers": Row(read={**SIGNED_IN, "guest": GO}, write=heard(SIGNED_IN)),
    "api_tokens": Row(read={**SIGNED_IN, "guest": GO}, write=heard(SIGNED_IN)),
    "webhooks": Row(read={**SIGNED_IN, "guest": GO}, write=heard(SIGNED_IN)),
    "confirm": Row(read={**SIGNED_IN, "guest": GO}, write=heard(SIGNED_IN)),
    "sign_out": writes((), EVERYBODY, EVERYBODY),
    "export_account": reads((), SIGNED_IN),
    "delete_account": both((), SIGNED_IN),
    # --- a campaign ---
    "campaign": reads(C, LOOK, demo=OK),
    "settings": both(C, KEEP, demo=NO),
    "archive": both(C, KEEP, leads=True, demo=NO),
    "delete_campaign": both(C, KEEP, demo=NO),
    "export": reads(C, TAKE, demo=NO),
    "mages": reads(C, LOOK, demo=OK),
    "mage": Row(("code", "seat"), read=LOOK, write=heard(RECORD), demo=OK),
    "my_mage": both(C, RECORD, demo=NO),
    "portrait": reads(("code", "seat"), LOOK, demo=NOTHING),  # the demo's mages have none
    "portrait_change": writes(("code", "seat"), RECORD, LOOK, demo=GO),
    "names": both(C, RECORD, demo=NO),
    "journal_start": both((), EVERYBODY),
    "journal_plan": both(J, ONE_RECORD, leads=True),
    "journal_evening": Row(J, read=MEMBER, write=heard(ONE_RECORD)),
    "journal_box": reads(J, MEMBER),
    "journal_thing": Row(J, read=MEMBER, write=heard(ONE_RECORD), query="?thing=ada"),
    "journal_numbers": Row(J, read=MEMBER, write=heard(ONE_RECORD)),
    "journal_sealed": Row(J, read=MEMBER, write=heard(ONE_RECORD)),
    "journal_new": both((*J, "new"), ONE_RECORD),
    "journal_story": reads(J, MEMBER),
    "journal_restore": reads(J, MEMBER),
    "journal_restore_pdf": reads(J, MEMBER),
    "journal_slips_pdf": reads(J, MEMBER),
    "journal_chronicle_pdf": reads(J, MEMBER),
    "journal_description": Row(J, read=MEMBER, write=heard(ONE_KEEP)),
    "journal_description_file": reads(J, MEMBER),
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
    "history": reads(C, LOOK, demo=OK),
    "undo": both(C, RECORD, demo=NO),
    "undo_last": writes(C, RECORD, LOOK, demo=GO),
    "fork": both(C, TAKE, demo=OK),
    "complete": reads(C, RECORD, query="?what=card&q=emb", demo=NO),
    "campaign_statistics": reads(C, LOOK, demo=OK),
    # --- its games ---
    "plan": both(C, RECORD, demo=NO),
    "game": reads(G, LOOK, demo=OK),
    "correct_plan": both(G, RECORD, demo=NO),
    "setup": reads(G, LOOK, demo=OK),
    "begun": writes(G, RECORD, LOOK, demo=GO),
    "restore": reads(G, LOOK, demo=OK),
    "result": both(G, RECORD, leads=True, demo=NO),
    "correct": both(G, RECORD, demo=NO),
    "ticks": writes(G, RECORD, LOOK, demo=GO),
    "note": writes(G, RECORD, LOOK, demo=GO),
    "note_delete": writes(("game", "note"), RECORD, LOOK, demo=GO),
    "photos": writes(G, RECORD, LOOK, demo=GO),
    "photo_caption": writes(("photo_game", "photo"), RECORD, LOOK, demo=GO),
    "photo_delete": writes(("photo_game", "photo"), RECORD, LOOK, demo=GO),
    "photo": reads(("photo_game", "photo"), LOOK, demo=NOTHING),
    "photo_thumb": reads(("photo_game", "photo"), LOOK, demo=NOTHING),
    "game_bgstats": reads(G, going(LOOK), demo=GO),
    # --- the addresses that a campaign's games had ---
    "old_game": Row(("code", "number"), read=going(LOOK), write=moved(LOOK), demo=GO),
    "old_game_page": Row(("code", "number", "page"), read=going(LOOK), write=moved(LOOK), demo=GO),
    "old_photo": Row(("code", "photo"), read=going(LOOK), write=moved(LOOK), demo=NOTHING),
    "old_photo_thumb": Row(("code", "photo"), read=going(LOOK), write=moved(LOOK), demo=NOTHING),
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
    # --- its people ---
    "people": reads(C, MEMBER, demo=NOTHING),
    "invite": both(C, KEEP, leads=True, demo=NO),
    "revoke_invite": writes(("code", "invite"), KEEP, KEEP, demo=NO),
    "keeper_code": both(C, MEMBER, demo=NOTHING),
    "leave": both(C, MEMBER, demo=NOTHING),
    "change_role": writes(("code", "member"), KEEP, KEEP, demo=NO),
    "remove_member": both(("code", "member"), KEEP, demo=NO),
    "hand_over": both(("code", "member"), KEEP, demo=NO),
    # Whoever has the link: that is what it is for. Who plays already is led on.
    "join": Row(("join",), read=_all(OK, player=GO, guest=GO, keeper=GO), write=heard(EVERYBODY)),
    "look": reads(("look",), EVERYBODY),
    "look_share_png": reads(("look",), EVERYBODY),
    # --- the next evening ---
    "evenings": Row(C, read=MEMBER, write=heard(ONE_RECORD), demo=OK),
    "game_evenings": Row(O, read=ONE_LOOK, write=heard(ONE_RECORD)),
    "evening": both(("evening",), EVERYBODY),
    "evening_dates": writes(("evening",), EVENING_PLAN, EVERYBODY),
    "evening_withdraw": writes(("evening",), EVENING_PLAN, EVERYBODY),
    "evening_settle": writes(("evening",), EVENING_KEEP, EVERYBODY),
    "evening_reopen": writes(("evening",), EVENING_KEEP, EVERYBODY),
    "evening_plan": writes(("evening",), EVENING_PLAN, EVERYBODY),
    "evening_renew": writes(("evening",), EVENING_KEEP, EVERYBODY),
    "evening_call_off": both(("evening",), EVENING_KEEP),
    "previously": reads(C, LOOK, demo=OK),
    "previously_png": reads(C, LOOK, demo=OK),
    "evening_ics": reads(("evening",), EVERYBODY),
    "notices": both((), SIGNED_IN),
    "notices_subscribe": both((), SIGNED_IN, leads=True),
    "notices_mail": both((), SIGNED_IN, leads=True),
    "mail_link": both(("mail",), EVERYBODY),  # whoever reads the e-mail
    "calendar": both((), SIGNED_IN),
    "calendar_feed": reads(("calendar",), EVERYBODY),  # whoever has the address
    # --- paper ---
    "print": reads(C, LOOK, demo=OK),
    "sheet_pdf": reads(G, LOOK, demo=OK),
    "sheet_png": reads(G, LOOK, demo=OK),
    "sheet_text": reads(G, LOOK, demo=OK),
    "sheet_json": reads(G, LOOK, demo=OK),
    "restore_pdf": reads(G, LOOK, demo=OK),
    "share_png": reads(G, LOOK, demo=OK),
    "mat_pdf": reads(("code", "seat"), LOOK, demo=OK),
    "mat_png": reads(("code", "seat"), LOOK, demo=OK),
    "mats_pdf": reads(C, LOOK, demo=OK),
    "slips_pdf": reads(C, LOOK, demo=OK),
    "results_pdf": reads(C, LOOK, demo=OK),
    "chronicle_pdf": reads(C, LOOK, demo=OK),
    "poster_pdf": reads(C, LOOK, demo=OK),
    "share": reads(C, LOOK, demo=OK),
    # --- a game while it is played ---
    "crib": reads(G, LOOK, demo=OK),
    "crib_pdf": reads(G, LOOK, demo=OK),
    "one_off:crib": reads(O, ONE_LOOK),
    "one_off:crib_pdf": reads(O, ONE_LOOK),
    "live": reads(G, going(LOOK), demo=GO),
    "live_open": writes(G, RECORD, LOOK, demo=GO),
    "live_move": writes(G, RECORD, LOOK, demo=GO),
    "game_news": reads(G, LOOK, demo=OK),
    "live_state": reads(G, LOOK, demo=OK),
    "live_events": reads(G, LOOK, demo=OK),
    "live_log": reads(G, going(LOOK), demo=GO),
    "live_moves": reads(G, going(LOOK), demo=GO),
    "live_replay": reads(G, going(LOOK), demo=GO),
    "live_clear": writes(G, RECORD, LOOK, demo=GO),
    "one_off:live": reads(O, going(ONE_LOOK)),
    "one_off:live_open": writes(O, ONE_RECORD, ONE_LOOK),
    "one_off:live_move": writes(O, ONE_RECORD, ONE_LOOK),
    "one_off:game_news": reads(O, ONE_LOOK),
    "one_off:live_state": reads(O, ONE_LOOK),
    "one_off:live_events": reads(O, ONE_LOOK),
    "one_off:live_log": reads(O, going(ONE_LOOK)),
    "one_off:live_moves": reads(O, going(ONE_LOOK)),
    "one_off:live_replay": reads(O, going(ONE_LOOK)),
    "one_off:live_clear": writes(O, ONE_RECORD, ONE_LOOK),
    # --- one-off games: shared with the campaign's people, owned by its keeper ---
    "new_game": both((), EVERYBODY),
    "one_off:game": reads(O, ONE_LOOK),
    "roll": writes(O, ONE_RECORD, ONE_LOOK),
    "change": both(O, ONE_RECORD, leads=True),
    "check_choices": writes(O, ONE_RECORD, ONE_LOOK),
    "game_complete": reads(O, ONE_RECORD, query="?q=cat"),
    "share_game": writes(O, ONE_KEEP, ONE_LOOK),
    "delete_game": both(O, ONE_KEEP),
    # Whoever has the link: that is what it is for.
    "invitation": both(("invite_key",), EVERYBODY),
    "invitation_watch": writes(("invite_key",), EVERYBODY, EVERYBODY),
    "invitation_decline": writes(("invite_key",), EVERYBODY, EVERYBODY),
    "seats": reads(O, ONE_LOOK),
    "seat_take": writes(O, ONE_RECORD, ONE_LOOK),
    "seat_leave": writes(O, ONE_RECORD, ONE_LOOK),
    "seat_free": both(("duel_code", "taken_seat"), ONE_KEEP),
    # Who sits there chooses; others are led to the game.
    "seat_choose": Row(
        ("duel_code", "seat"), read={**going(ONE_RECORD), "keeper": OK}, write=heard(ONE_RECORD)
    ),
    "invite_renew": writes(O, ONE_KEEP, ONE_LOOK),
    "take_over": writes(O, ONE_RECORD, ONE_LOOK),
    "one_off:result": both(O, ONE_RECORD, leads=True),
    "one_off:correct": both(O, ONE_RECORD),
    "reopen": writes(O, ONE_RECORD, ONE_LOOK),
    "undo_game": writes(O, ONE_RECORD, ONE_LOOK),
    "export_game": reads(O, ONE_LOOK),
    "one_off:ticks": writes(O, ONE_RECORD, ONE_LOOK),
    "relic_deal": both(("relic_game", "seat"), ONE_RECORD),
    "relic_defeat": both(("relic_game", "seat"), ONE_RECORD),
    "relic_seat": Row(("relic_game", "seat"), read=ONE_LOOK, write=heard(ONE_RECORD)),
    "relic_seat_pdf": Row(("relic_game", "seat"), read=ONE_LOOK, write=heard(ONE_RECORD)),
    "relic_seat_json": Row(("relic_game", "seat"), read=ONE_LOOK, write=heard(ONE_RECORD)),
    "relic_start": both(("relic_game",), ONE_RECORD),
    "relic_battle": both(("relic_game",), ONE_RECORD),
    "relic_duel": both(("relic_game",), ONE_RECORD),
    "one_off:photos": writes(O, ONE_RECORD, ONE_LOOK),
    "one_off:photo": reads(("game_code", "game_photo"), ONE_LOOK),
    "one_off:photo_thumb": reads(("game_code", "game_photo"), ONE_LOOK),
    "one_off:photo_caption": writes(("game_code", "game_photo"), ONE_RECORD, ONE_LOOK),
    "one_off:photo_delete": writes(("game_code", "game_photo"), ONE_RECORD, ONE_LOOK),
    "one_off:sheet_pdf": reads(O, ONE_LOOK),
    "one_off:share_png": reads(O, ONE_LOOK),
    "one_off:sheet_png": reads(O, ONE_LOOK),
    "one_off:sheet_text": reads(O, ONE_LOOK),
    "one_off:sheet_json": reads(O, ONE_LOOK),
    "one_off:game_bgstats": reads(O, going(ONE_LOOK)),
    "duel_own_deck": both(("duel_code", "seat"), ONE_LOOK),
    "duel_counted": writes(("duel_code",), ONE_KEEP, ONE_LOOK),
    "duel_deck_pdf": reads(("duel_code", "seat"), ONE_LOOK),
    "duel_proxies_pdf": reads(("duel_code", "seat"), ONE_LOOK),
    "play_again": writes(O, ONE_RECORD, ONE_LOOK),
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
        ("preset",), read=going(EVERYBODY), write=_all(NOTHING, keeper=HEARD), button=True
    ),
    # --- decks ---
    "decks": reads((), EVERYBODY),
    "deck_new": both((), EVERYBODY),
    "deck_import": both((), EVERYBODY),
    "card_sets": both((), EVERYBODY),
    "decks_export": reads((), SIGNED_IN),
    "cards": reads((), EVERYBODY),
    "card": reads(("edition", "card"), EVERYBODY),
    "ready_deck": reads(("ready",), EVERYBODY),
    "ready_deck_copy": writes(("ready",), EVERYBODY, EVERYBODY),
    "ready_deck_play": writes(("ready",), EVERYBODY, EVERYBODY),
    "shared_deck": reads(("deck_key",), EVERYBODY),
    "shared_deck_copy": writes(("deck_key",), EVERYBODY, EVERYBODY),
    "shared_deck_play": writes(("deck_key",), EVERYBODY, EVERYBODY),
    "deck": reads(("deck",), OWN),
    "deck_edit": both(("deck",), OWN),
    "deck_about": both(("deck",), OWN),
    "deck_own_cards": both(("deck",), OWN),
    "deck_copy": writes(("deck",), OWN, OWN),
    "deck_play": writes(("deck",), OWN, OWN),
    "deck_share": writes(("deck",), OWN, OWN),
    "deck_delete": writes(("deck",), OWN, OWN),
    "deck_restore": writes(("deleted_deck",), OWN, OWN),
    "deck_list": reads(("deck",), OWN),
    "deck_list_pdf": reads(("deck",), OWN),
    "deck_proxies_pdf": reads(("deck",), OWN),
    "deck_sleeve_pdf": reads(("deck",), OWN),
    "deck_ashes_live": reads(("deck",), OWN),
    "deck_json": reads(("deck",), OWN),
    "deck_hand": reads(("deck",), OWN),
    "deck_publish": both(("deck",), OWN),
    "deck_unpublish": writes(("deck",), OWN, OWN),
    "deck_history": reads(("deck",), OWN),
    "deck_version_restore": writes(("deck", "deck_revision"), OWN, OWN),
    "public_decks": reads((), EVERYBODY),
    "public_deck": reads(("public_deck",), EVERYBODY),
    "public_deck_copy": writes(("public_deck",), EVERYBODY, EVERYBODY),
    "public_deck_play": writes(("public_deck",), EVERYBODY, EVERYBODY),
    "public_deck_report": writes(("public_deck",), EVERYBODY, EVERYBODY),
    **{
        f"{kind}_{name}": reads((part,), EVERYBODY)
        for kind, part in (("ready", "ready"), ("shared", "deck_key"), ("public", "public_deck"))
        for name in (
            *("deck_list", "deck_json", "deck_hand", "deck_list_pdf", "deck_proxies_pdf"),
            *("deck_sleeve_pdf", "deck_ashes_live"),
        )
    },
    # --- drafts: its host is the keeper, and a player has a seat ---
    "drafts": both((), EVERYBODY),
    "draft_join": Row(("draft_key",), read=_all(OK, player=GO, keeper=GO), write=heard(EVERYBODY)),
    "draft": reads(("draft",), SEATED),
    "draft_seats": writes(("draft",), SEATED, SEATED),
    "draft_begin": writes(("draft",), OWN, OWN),
    "draft_move": writes(("draft",), SEATED, SEATED),
    "draft_keep": writes(("draft",), SEATED, SEATED),
    "draft_play": writes(("draft",), OWN, OWN),
    "draft_delete": writes(("draft",), OWN, OWN),
    # --- for programs; test_api_access.py has the operations ---
    "api_docs": reads((), EVERYBODY),
    "api_openapi": reads((), EVERYBODY),
    "export_schema": reads(("schema",), EVERYBODY),
    # --- the play log ---
    "log": reads((), SIGNED_IN),
    "log_csv": reads((), SIGNED_IN),
    "log_bgstats": reads((), SIGNED_IN),
    "statistics": reads((), SIGNED_IN),
}
