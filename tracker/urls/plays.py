"""URLs of the play log and of statistics."""

from django.urls import URLPattern, path

from tracker.views import plays, statistics

urlpatterns: list[URLPattern] = [
    path("log", plays.log, name="log"),
    path("log.csv", plays.log_csv, name="log_csv"),
    path("log.bgsplay", plays.log_bgstats, name="log_bgstats"),
    path("log/statistics", statistics.statistics, name="statistics"),
    path("c/<str:code>/games/<int:number>/bgstats", plays.game_bgstats, name="game_bgstats"),
    path("g/<str:code>/bgstats", plays.game_bgstats, name="one_off_bgstats"),
]
