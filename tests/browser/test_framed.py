"""Clickjacking: another site frames our page, and the browser shows nothing."""

from playwright.sync_api import Page
from pytest_django.live_server_helper import LiveServer

THEIRS = "http://elsewhere.test/"


def test_no_other_site_can_show_a_page_of_ours_in_a_frame(
    page: Page, live_server: LiveServer
) -> None:
    frames = f'<iframe src="{live_server.url}/start"></iframe><iframe src="/plain"></iframe>'
    page.route(THEIRS, lambda route: route.fulfill(body=frames, content_type="text/html"))
    page.route(
        f"{THEIRS}plain",
        lambda route: route.fulfill(body="<h1>Theirs</h1>", content_type="text/html"),
    )
    page.goto(THEIRS)
    ours, theirs = page.main_frame.child_frames
    assert theirs.get_by_role("heading", name="Theirs").count() == 1  # a frame as such is shown
    assert ours.url.startswith("chrome-error:")
    assert not ours.get_by_role("button").count()
    page.goto(f"{live_server.url}/start")  # which is there to be seen, by itself
    assert page.get_by_role("button").count()
