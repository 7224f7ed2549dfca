"""Passkeys: make, delete, sign in. Without scripts there is the password."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from campaign.models import Person
from tracker import passkeys
from tracker.access import person_of
from tracker.guests import sign_in
from tracker.limits import SIGN_INS_FROM, address_of, remember_browser
from tracker.pages import page, row_number, safe_url
from tracker.posting import posted, to_account
from tracker.sign_ins import confirmed, signed_in, to_sign_in


@never_cache
@confirmed
@signed_in("passkeys", guests=False)
def passkeys_page(request: HttpRequest, person: Person) -> HttpResponse:
    """List somebody's passkeys, delete one, or add the one that their browser has made."""
    if request.method == "POST" and (chosen := request.POST.get("delete")):
        get_object_or_404(person.passkeys.all(), pk=row_number(chosen)).delete()
        messages.success(request, _("Passkey deleted."))
        return redirect("passkeys")
    if request.method == "POST":
        try:
            key = passkeys.made(request, person, request.POST.get("credential", ""))
        except passkeys.PasskeyRefused:
            messages.error(request, _("The passkey could not be added. Try again."))
        else:
            if person.passkeys.count() < passkeys.KEYS_MOST:
                key.save()
                messages.success(request, _("Passkey added."))
        return redirect("passkeys")
    context = {
        "passkeys": person.passkeys.all(),
        "possible": passkeys.are_possible(request),
        "full": person.passkeys.count() >= passkeys.KEYS_MOST,
    }
    return page(request, "account/passkeys.html", context)


@never_cache
@posted(to_account)
def passkey_options(request: HttpRequest) -> HttpResponse:
    """Return what a browser makes a passkey from, or signs to come in."""
    person = person_of(request)
    if request.POST.get("for") == "making":
        if person is None or person.is_guest:
            return to_sign_in("passkeys")
        return JsonResponse(passkeys.making_options(request, person))
    return JsonResponse(passkeys.signing_options(request))


@never_cache
@posted(to_account)
def passkey_sign_in(request: HttpRequest) -> HttpResponse:
    """Sign in whoever's device has signed."""
    SIGN_INS_FROM.take(address_of(request))
    goes_to = safe_url(request, request.POST.get("next", ""))
    try:
        key = passkeys.signed(request, request.POST.get("credential", ""))
    except passkeys.PasskeyRefused:
        messages.error(request, _("Unknown passkey."))
        return redirect("sign_in")
    SIGN_INS_FROM.give_back(address_of(request))
    sign_in(request, key.person)
    request.session[passkeys.WITH_PASSKEY] = True
    return remember_browser(request, HttpResponseRedirect(goes_to), key.person)
