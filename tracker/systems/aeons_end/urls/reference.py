"""URLs of what a campaign has: mages, market, nemesis deck, rulebook, results, statistics."""

from django.urls import URLPattern, path

from tracker.systems.aeons_end.views import mages, names, reference, rulebook, seals, story

urlpatterns: list[URLPattern] = [
    path("c/<str:code>/mages", mages.mages, name="mages"),
    path("c/<str:code>/mages/mine", mages.my_mage, name="my_mage"),
    path("c/<str:code>/mages/<int:seat>", mages.mage, name="mage"),
    path("c/<str:code>/mages/<int:seat>/portrait", mages.portrait, name="portrait"),
    path(
        "c/<str:code>/mages/<int:seat>/portrait/change",
        mages.portrait_change,
        name="portrait_change",
    ),
    path("c/<str:code>/names", names.names, name="names"),
    path("c/<str:code>/market", reference.market, name="market"),
    path("c/<str:code>/nemesis", reference.nemesis, name="nemesis"),
    path("c/<str:code>/rulebook", rulebook.rulebook, name="rulebook"),
    path("c/<str:code>/rulebook/<str:section>", rulebook.section_note, name="section_note"),
    path("c/<str:code>/seals", seals.seals, name="seals"),
    path("c/<str:code>/bookmark", seals.bookmark, name="bookmark"),
    path("c/<str:code>/story", story.story, name="story"),
    path("c/<str:code>/next-game", story.next_game, name="next_game"),
    path("c/<str:code>/results", reference.results, name="results"),
    path("c/<str:code>/statistics", reference.campaign_statistics, name="campaign_statistics"),
]
