"""The faces of Aeon's End: Legacy, War Eternal, and all boxes together."""

from dataclasses import replace

from django.utils.translation import gettext_lazy

from campaign.selectors.admission import Admission
from tracker.faces.face import Face, HomeLink
from tracker.systems.aeons_end.catalogue import box_catalogue, series_catalogue
from tracker.systems.aeons_end.command import AeonsEndCommand
from tracker.systems.aeons_end.crib.boxes import BOXES_CRIB
from tracker.systems.aeons_end.crib.legacy import LEGACY_CRIB
from tracker.systems.aeons_end.expeditions.face import ExpeditionFace
from tracker.systems.aeons_end.legacy.face import LegacyFace
from tracker.systems.aeons_end.live.face import LIVE
from tracker.systems.aeons_end.one_off.face import SeriesFace, WarEternalFace
from tracker.systems.aeons_end.shared import look
from tracker.systems.aeons_end.shared.presenters.statistics import AeonsEndPlays
from tracker.systems.aeons_end.shared.shelf import boxes_of_expedition, boxes_of_game, closed_boxes
from tracker.systems.aeons_end.urls import urlpatterns

LEGACY = Face(
    "aeons-end-legacy",
    "aeons_end",
    look.LEGACY,
    styles="aeons_end/base.css",
    live_styles="aeons_end/live.css",
    campaign=LegacyFace(),
    plays=AeonsEndPlays(),
    command=AeonsEndCommand(),
    live=LIVE,
    crib=LEGACY_CRIB,
    urls=tuple(urlpatterns),
    catalogue=box_catalogue("aeons-end-legacy"),
)
WAR_ETERNAL = Face(
    "aeons-end-war-eternal",
    LEGACY.folder,
    look.WAR_ETERNAL,
    styles=LEGACY.styles,
    live_styles=LEGACY.live_styles,
    one_off=WarEternalFace(),
    plays=LEGACY.plays,
    command=LEGACY.command,
    live=LIVE,
    crib=BOXES_CRIB,
    catalogue=box_catalogue("aeons-end-war-eternal"),
)
SERIES = replace(
    WAR_ETERNAL,
    slug="aeons-end",
    look=look.SERIES,
    title=gettext_lazy("Aeon’s End: all your boxes"),
    one_off=SeriesFace(),
    campaign=ExpeditionFace(),
    home_links=(HomeLink("expedition_start", gettext_lazy("Start an expedition")),),
    catalogue=series_catalogue,
    admission=Admission(
        boxes_of_game=boxes_of_game,
        boxes_of_campaign=boxes_of_expedition,
        closed_boxes=closed_boxes,
    ),
)
FACES = (LEGACY, WAR_ETERNAL, SERIES)
