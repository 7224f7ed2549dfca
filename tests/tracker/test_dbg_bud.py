import pytest
from tests.campaign import factories
from tests.tracker.decisions import *
from tests.tracker.test_aftermath_nemesis import campaign
pytestmark = pytest.mark.django_db
def test_x(campaign):
    client = keeper(campaign)
    c=carried(client, at(campaign, "evolution")); print(c)
    r = client.post(at(campaign, "evolution"), c, headers=HTMX)
    print(r.status_code, r.headers, r.content[:1500].decode())
    assert 0
