"""The print page: everything of a campaign that can be printed or shared."""

from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _

from campaign.models import Campaign
from campaign.rules.aeons_end.legacy.state import GameState, State
from tracker.people.access import Access
from tracker.sheets.compiler import Paper
from tracker.web.records import numbered_url

PAPERS = {Paper.A4: "A4", Paper.LETTER: "US Letter"}


@dataclass(frozen=True, slots=True)
class PaperLink:
    """A size of paper to choose."""

    label: str
    url: str
    is_chosen: bool


@dataclass(frozen=True, slots=True)
class FileLink:
    """A link to a file, or to where it is made."""

    url: str
    label: str
    style: str = "secondary"
    repeats_title: bool = True  # for screen readers, behind a label that many links have

    @property
    def is_main(self) -> bool:
        """Say whether it is the one that most people need."""
        return self.style == ""


@dataclass(frozen=True, slots=True)
class Printable:
    """A thing to print or share."""

    title: str
    links: tuple[FileLink, ...]
    note: str = ""

    @property
    def only_link(self) -> FileLink | None:
        """Return its link, if there is just one."""
        return self.links[0] if len(self.links) == 1 else None


@dataclass(frozen=True, slots=True)
class PrintSection:
    """The printable things of a game, of the mages or of the campaign."""

    id: str
    title: str
    items: tuple[Printable, ...]


def paper_links(chosen: Paper) -> tuple[PaperLink, ...]:
    """Return the sizes of paper."""
    return tuple(
        PaperLink(label, f"?paper={paper}", paper is chosen) for paper, label in PAPERS.items()
    )


def print_sections(access: Access, state: State, paper: Paper) -> tuple[PrintSection, ...]:
    """Return everything that can be printed or shared; files are links for a size of paper."""
    page = _Links(access.campaign, paper)
    game = (_of_game(page, state.current),) if state.current else ()
    return (*game, _of_mages(page, state), _of_campaign(page, may_keep=access.may_keep))


@dataclass(frozen=True, slots=True)
class _Links:
    """Links to files of a campaign."""

    campaign: Campaign
    paper: Paper

    def pdf(self, name: str, *args: object, style: str = "secondary") -> FileLink:
        return self._pdf(reverse(name, args=[self.campaign.code, *args]), style)

    def picture(self, name: str, *args: object, style: str = "secondary") -> FileLink:
        return FileLink(reverse(name, args=[self.campaign.code, *args]), "PNG", style)

    def game_pdf(self, game: GameState, name: str, style: str = "secondary") -> FileLink:
        return self._pdf(numbered_url(self.campaign, game.number, name), style)

    def game_picture(self, game: GameState, name: str) -> FileLink:
        return FileLink(numbered_url(self.campaign, game.number, name), "PNG", "secondary")

    def _pdf(self, url: str, style: str) -> FileLink:
        return FileLink(f"{url}?paper={self.paper}", "PDF", style)

    def shared(self, plain: FileLink) -> tuple[FileLink, FileLink]:
        """Return a picture without names, and with them."""
        with_names = FileLink(f"{plain.url}?names=1", _("with names"), "quiet", repeats_title=False)
        return plain, with_names


def _of_game(page: _Links, game: GameState) -> PrintSection:
    numbers = {"number": game.number, "chapter": game.chapter}
    return PrintSection(
        "print_game",
        _("Game %(number)s, chapter %(chapter)s") % numbers,
        (
            Printable(
                _("Set-up sheet"),
                (
                    page.game_pdf(game, "sheet_pdf", style=""),
                    page.game_picture(game, "sheet_png"),
                ),
                _("the set-up step by step, with boxes to tick"),
            ),
            Printable(
                _("Restore sheet"),
                (page.game_pdf(game, "restore_pdf"),),
                _("for a group coming back after a break or sharing a box"),
            ),
            Printable(
                _("Picture of this game"),
                page.shared(page.game_picture(game, "share_png")),
                _("to share, without spoilers"),
            ),
        ),
    )


def _of_mages(page: _Links, state: State) -> PrintSection:
    every = Printable(_("All mats"), (page.pdf("mats_pdf"),), _("one per page, in original size"))
    mats = (
        Printable(
            mat.name,
            (
                page.pdf("mat_pdf", mat.seat, style="quiet"),
                page.picture("mat_png", mat.seat, style="quiet"),
            ),
        )
        for mat in state.mats
    )
    return PrintSection("print_mages", _("Mages"), (every, *mats))


def _of_campaign(page: _Links, *, may_keep: bool) -> PrintSection:
    items = [
        Printable(
            _("Cut-outs"), (page.pdf("slips_pdf"),), _("cards, dividers and stickers, to cut out")
        ),
        Printable(_("Results"), (page.pdf("results_pdf"),), _("the results table of the rulebook")),
        Printable(
            _("Chronicle"), (page.pdf("chronicle_pdf"),), _("the story so far, as a booklet")
        ),
        Printable(_("Poster"), (page.pdf("poster_pdf"),), _("the campaign at a glance, A3")),
        Printable(
            _("Picture of the campaign"),
            page.shared(page.picture("share")),
            _("to share, without spoilers"),
        ),
    ]
    if may_keep:
        keeper_code = FileLink(reverse("keeper_code", args=[page.campaign.code]), _("Create code"))
        title = _("Recovery code for the keeper")
        items.append(Printable(title, (keeper_code,), _("to keep in the box")))
    return PrintSection("print_campaign", _("Campaign"), tuple(items))
