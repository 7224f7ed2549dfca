"""Forms clean to the values the rules take."""

from tracker.forms.words import speak_for_django

speak_for_django()  # before any field is made: each takes its words along
