"""URLs of what a campaign has: mages, market, nemesis deck, rulebook, results, statistics."""

from django.urls import URLPattern, path

from tracker.systems.aeons_end.views import (
    mages,
    market,
    nemesis,
    results,
    rulebook,
    statistics,
)

urlpatterns: list[URLPattern] = [
    path("c/<str:code>/mages", mages.mages, name="mages"),
    path("c/<str:code>/mages/<int:seat>", mages.mage, name="mage"),
    path("c/<str:code>/mages/<int:seat>/portrait", mages.portrait, name="portrait"),
    path(
        "c/<str:code>/mages/<int:seat>/portrait/change",
        mages.portrait_change,
        name="portrait_change",
    ),
    path("c/<str:code>/market", market.market, name="market"),
    path("c/<str:code>/nemesis", nemesis.nemesis, name="nemesis"),
    path("c/<str:code>/rulebook", rulebook.rulebook, name="rulebook"),
    path("c/<str:code>/rulebook/<str:section>", rulebook.section_note, name="section_note"),
    path("c/<str:code>/results", results.results, name="results"),
    path("c/<str:code>/statistics", statistics.campaign_statistics, name="campaign_statistics"),
]
