"""URLs of a campaign's people, and of the links that let people in."""

from django.urls import URLPattern, path

from tracker.views import join, people

urlpatterns: list[URLPattern] = [
    path("c/<str:code>/people", people.people, name="people"),
    path("c/<str:code>/people/invite", people.invite, name="invite"),
    path("c/<str:code>/people/invite/<int:pk>/revoke", people.revoke, name="revoke_invite"),
    path("c/<str:code>/people/keeper", people.keeper_code, name="keeper_code"),
    path("c/<str:code>/people/leave", people.leave, name="leave"),
    path("c/<str:code>/people/<int:pk>/role", people.role, name="change_role"),
    path("c/<str:code>/people/<int:pk>/remove", people.remove, name="remove_member"),
    path("c/<str:code>/people/<int:pk>/hand-over", people.hand_over, name="hand_over"),
    path("join/<str:token>", join.join, name="join"),
    path("look/<str:token>", join.look, name="look"),
    path("look/<str:token>/share.png", join.look_share_png, name="look_share_png"),
]
