"""Notices: subscribe a browser, switch off, and the outbox of what is to be shown.

A notice is put into the outbox in the transaction of what it tells of. ``manage.py webhooks`` sends
it. Whether somebody may still know, and wants to, is asked again then.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from datetime import timedelta

from django.db import transaction
from django.db.models import F, Q
from django.utils import timezone

from campaign.models import (
    Campaign,
    Evening,
    Game,
    Membership,
    Mute,
    Notice,
    NoticeKind,
    Person,
    PushSubscription,
)
from campaign.rules.core.problems import Problem, RulesError
from campaign.rules.evenings.times import is_tomorrow, local
from campaign.selectors.evenings import (
    open_for_longer,
    people_asked,
    people_without_answer,
    settled_within,
)
from campaign.services.locks import lock_unclaimed, locked_person

MAX_SUBSCRIPTIONS = 5  # browsers of one person
MAX_WAITING = 20  # notices of one person; with more, nobody sends
MAX_REFUSALS = 3  # of a push service, until a browser is forgotten
KEPT_FOR = timedelta(hours=12)  # a notice that could not be sent; later it is no news
EARLIEST = 9  # o'clock, in the zone of an evening: nobody is reminded by night
ASKED_AGAIN_AFTER = timedelta(days=2)  # from the proposal of an evening


def subscription_save(
    *, person: Person, endpoint: str, public_key: str, auth: str, language: str, name: str
) -> PushSubscription:
    """Note a browser that may show notices; whoever uses it now gets them there."""
    with locked_person(person):  # two at once are counted both
        others = PushSubscription.objects.filter(person=person).exclude(endpoint=endpoint)
        if others.count() >= MAX_SUBSCRIPTIONS:
            raise RulesError([Problem("notice.no_room", {"most": MAX_SUBSCRIPTIONS})])
        saved, _made = PushSubscription.objects.update_or_create(
            endpoint=endpoint,
            defaults={
                "person": person,
                "public_key": public_key,
                "auth": auth,
                "language": language,
                "name": name,
                "refusals": 0,
            },
        )
    return saved


def subscription_remove(*, person: Person, pk: int) -> bool:
    """Forget a browser of somebody's, which shows nothing any more; say whether they had it."""
    removed, _by_model = PushSubscription.objects.filter(person=person, pk=pk).delete()
    return removed > 0


def mutes_set(
    *, person: Person, everything: bool, kinds: Collection[str], campaigns: Collection[int]
) -> None:
    """Switch notices off: all of them, some kinds, or those of some of somebody's campaigns.

    Archived campaigns, which have none to switch off, stay as they were.
    """
    with locked_person(person):
        of_archived = Q(campaign__archived_at__isnull=False)
        Mute.objects.filter(person=person).exclude(of_archived).delete()
        mine = Membership.objects.filter(person=person, campaign__in=campaigns)
        muted = list(mine.values_list("campaign", flat=True))
        Mute.objects.bulk_create(Mute(person=person, campaign_id=pk) for pk in muted)
        Mute.objects.bulk_create(Mute(person=person, kind=kind) for kind in sorted(set(kinds)))
        if everything:
            Mute.objects.create(person=person)


# --- the outbox ---


def evening_notice(*, kind: NoticeKind, evening: Evening, but: Person | None = None) -> None:
    """Tell everybody who is asked for an evening, or has answered, except who did it."""
    answered = Person.objects.filter(evening_answers__date__evening=evening)
    people = {person.pk for person in (*people_asked(evening.record), *answered)}
    _add(kind, people, but, evening=evening)


def game_notice(*, kind: NoticeKind, game: Game, but: Person | None = None) -> None:
    """Tell everybody who plays in a game, except who did it."""
    _add(kind, {person.pk for person in people_asked(game.record)}, but, game=game)


def _add(
    kind: NoticeKind,
    people: Iterable[int],
    but: Person | None = None,
    *,
    evening: Evening | None = None,
    game: Game | None = None,
) -> None:
    by_mail = Q(mail_address__confirmed_at__isnull=False)
    heard = Q(push_subscriptions__isnull=False) | by_mail
    listening = Person.objects.filter(heard, pk__in=list(people))
    if but is not None:
        listening = listening.exclude(pk=but.pk)
    for person in listening.distinct():
        waiting = Notice.objects.filter(person=person)
        is_new = not waiting.filter(kind=kind, evening=evening, game=game).exists()
        if is_new and waiting.count() < MAX_WAITING:
            Notice.objects.create(person=person, kind=kind, evening=evening, game=game)


def tomorrow_add() -> None:
    """Tell of the evenings that are tomorrow, each once, and not before the morning."""
    now = timezone.now()
    for evening in settled_within(timedelta(hours=48)):
        starts, zone = evening.starts_at, evening.zone
        if starts is None or evening.reminded_for == starts:
            continue
        if is_tomorrow(starts, zone, now) and local(now, zone).hour >= EARLIEST:
            with transaction.atomic():
                told = Evening.objects.filter(pk=evening.pk, reminded_for=evening.reminded_for)
                if told.update(reminded_for=starts):  # of two senders, one tells
                    evening_notice(kind=NoticeKind.TOMORROW, evening=evening)


def answers_ask() -> None:
    """Ask those who have not answered to proposed dates once more, two days after the proposal."""
    now = timezone.now()
    for evening in open_for_longer(ASKED_AGAIN_AFTER):
        if local(now, evening.zone).hour < EARLIEST:
            continue
        with transaction.atomic():
            first = Evening.objects.filter(pk=evening.pk, asked_again_at=None)
            if first.update(asked_again_at=now):  # of two senders, one asks
                people = {person.pk for person in people_without_answer(evening)}
                _add(NoticeKind.DECISION, people, evening=evening)


def notices_take() -> list[Notice]:
    """Take what is to be sent out of the outbox; what is too old is no news any more."""
    with transaction.atomic():
        waiting = lock_unclaimed(Notice.objects.all())
        found = list(
            waiting.select_related("person", "evening__campaign", "evening__game", "game__campaign")
        )
        Notice.objects.filter(pk__in=[notice.pk for notice in found]).delete()
    since = timezone.now() - KEPT_FOR
    return [notice for notice in found if notice.made_at > since]


def subscription_refused(*, subscription: PushSubscription) -> None:
    """Count that a push service refused; a browser that is gone is forgotten."""
    stored = PushSubscription.objects.filter(pk=subscription.pk)
    stored.update(refusals=F("refusals") + 1)
    stored.filter(refusals__gte=MAX_REFUSALS).delete()


def subscription_arrived(*, subscription: PushSubscription) -> None:
    """Note that a push service took a notice."""
    if subscription.refusals:
        PushSubscription.objects.filter(pk=subscription.pk).update(refusals=0)


def is_muted(person: Person, campaign: Campaign | None, kind: str) -> bool:
    """Say whether somebody wants no notices, none of a campaign, or none of a kind."""
    wholly = Q(campaign=None, kind__in=("", kind))
    if campaign is not None:
        wholly |= Q(campaign=campaign)
    return Mute.objects.filter(wholly, person=person).exists()
