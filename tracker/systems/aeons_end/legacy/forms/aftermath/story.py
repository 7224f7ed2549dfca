"""Forms of the aftermath: rule sections and seals, several at once."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django import forms
from django.forms.boundfield import BoundWidget
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from campaign.rules.aeons_end.catalogue.pack import Pack, RuleSection, Seal, SealKind
from campaign.rules.aeons_end.legacy.decisions import DecisionKind
from campaign.rules.aeons_end.legacy.facts import MIDDLE, Fact, SealOpened, SectionUnlocked
from campaign.rules.core.keys import is_typed, typed_key
from campaign.rules.core.sizes import SHORT, TEXT
from tracker.forms.fields import line_field, offer, radios, text_field, tick
from tracker.forms.nested import NestedForm, RowForm
from tracker.systems.aeons_end.legacy.aftermath import AftermathView
from tracker.systems.aeons_end.legacy.forms.aftermath import base
from tracker.systems.aeons_end.shared import words


def _letter_field(**kwargs: Any) -> forms.CharField:
    """Return a field for the letter of a section."""
    attrs = {"autocapitalize": "characters"}
    return line_field(gettext_lazy("Its letter"), SHORT, attrs=attrs, **kwargs)


def _unlocked(letter: str, note: str, pack: Pack) -> SectionUnlocked:
    """Return an unlocked section by the letter on the players' sticker."""
    printed = letter.upper()
    known = pack.find.section(printed) or next(
        (section for section in pack.sections if printed in section.letters), None
    )
    return SectionUnlocked(known.letter if known else printed, printed, note)


class SectionRow(RowForm):
    """A section that is due: whether its sticker is placed, which letter it shows, and a note."""

    tick = tick("")
    letter = radios(gettext_lazy("Which letter does your sticker show?"), required=False)
    note = text_field(gettext_lazy("Your own note"), TEXT)

    def __init__(self, *args: Any, section: RuleSection, language: str, **kwargs: Any) -> None:
        super().__init__(*args, number=section.letter, **kwargs)
        self.section = section
        self.letters = "/".join(section.letters) or section.letter
        self.place = section.place.in_language(language)
        self.moment = words.moment(section.moment)
        title = _("Section %(letter)s") % {"letter": " / ".join(section.letters) or section.letter}
        self.fields["tick"].label = title
        if section.letters:
            offer(self, "letter", [(own, own) for own in section.letters])
        else:
            del self.fields["letter"]  # its sticker has the only one there is

    @property
    def is_ticked(self) -> bool:
        """Say whether its sticker is placed."""
        # The button "Save all" stands for all rows, without a script that ticks them.
        return "all" in self.data or bool(self.cleaned_data.get("tick"))

    def clean(self) -> None:
        """Require the letter that depends on the box."""
        if "letter" in self.fields and self.is_ticked and not self.cleaned_data.get("letter"):
            self.add_error("letter", _("Choose the letter on your sticker."))

    def unlocked(self) -> SectionUnlocked:
        """Return the section as it was unlocked; the row is valid."""
        letter, given = self.section.letter, self.cleaned_data
        return SectionUnlocked(letter, given.get("letter", letter), given["note"])


class SectionsForm(NestedForm, base.DecisionForm):
    """The sections whose stickers were placed in the rulebook."""

    template = "aeons_end/aftermath/sections.html"

    other_letter = _letter_field(required=False)
    other_note = text_field(gettext_lazy("Your own note"), TEXT)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        due = {decision.subject for decision in self.aftermath.open(DecisionKind.SECTION)}
        # Keep what was ticked, even if somebody else has placed it meanwhile.
        due |= {name.removeprefix("tick_") for name in self.data if name.startswith("tick_")}
        language = self.aftermath.namer.language
        self.due = tuple(
            SectionRow(self, section=section, language=language)
            for section in self.pack.sections
            if section.letter in due
        )
        self.parts = self.due

    @property
    def opens_other(self) -> bool:
        """Say whether the fields of another section are shown at once."""
        other = self["other_letter"]
        return not self.due or bool(other.value() or other.errors)

    @property
    def can_tick_all(self) -> bool:
        """Say whether one button stands for all rows."""
        return len(self.due) > 1

    def clean(self) -> None:
        """Require at least one section."""
        cleaned = self.cleaned_data
        ticked = any(row.is_ticked for row in self.due)
        if not ticked and not cleaned.get("other_letter") and "other_letter" in cleaned:
            if cleaned.get("other_note"):
                self.add_error("other_letter", _("Which letter is this note about?"))
            else:
                self.add_error(None, _("Tick the sections you have placed."))

    def entries(self) -> Iterator[tuple[str, Fact]]:
        given = self.cleaned_data
        for row in self.due:
            if row.is_ticked:
                yield row.add_prefix("tick"), row.unlocked()
        if letter := given["other_letter"]:
            yield "other_letter", _unlocked(letter, given["other_note"], self.pack)


class ReenterSectionForm(base.DecisionForm):
    """Correct an unlocked section."""

    letter = _letter_field(
        required=True,
        error_messages={"required": gettext_lazy("Enter the letter on the sticker.")},
    )
    note = text_field(gettext_lazy("Your own note"), TEXT)

    def initial_of(self, fact: SectionUnlocked) -> dict[str, Any]:
        return {"letter": fact.letter, "note": fact.note}

    def facts(self) -> list[Fact]:
        return [_unlocked(self.cleaned_data["letter"], self.cleaned_data["note"], self.pack)]


STAGE = "/"  # separates a seal from the part of it that was opened
_PART = re.compile(r"(#\d+) ?([a-z])", re.ASCII | re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class _Stage:
    """What can be opened of a seal: all of it, or a part."""

    seal: Seal
    key: str
    label: str


def _stages(aftermath: AftermathView) -> Iterator[_Stage]:
    """Yield what can be opened of each seal that is not fully open."""
    for seal in aftermath.pack.seals:
        opened = aftermath.state.seals.get(seal.id)
        if opened and not opened.parts:
            continue
        open_parts, label = opened.parts if opened else (), {"label": seal.label}
        if seal.middle_stop and MIDDLE not in open_parts:
            middle = _("%(label)s to its middle") % label
            yield _Stage(seal, f"{seal.id}{STAGE}{MIDDLE}", middle)
        for part in seal.parts:
            if part not in open_parts:
                yield _Stage(seal, f"{seal.id}{STAGE}{part}", f"{seal.label}{part}")
        whole = _("%(label)s to its end") if seal.middle_stop else "%(label)s"
        yield _Stage(seal, seal.id, whole % label)


def _listed_seal(key: str, brought: str) -> SealOpened:
    """Return an opened seal, or part of it, by the key that ``_stages`` gives it."""
    seal, _slash, part = key.partition(STAGE)
    return SealOpened(seal, part=part, brought=brought)


def _typed_seal(name: str, pack: Pack, brought: str) -> SealOpened:
    """Return an opened seal by its typed name; "#3a" is a part of a supplement."""
    part = _PART.fullmatch(name)
    seal = next((s for s in pack.seals if part and s.label == part[1]), None)
    if part and seal:
        return SealOpened(seal.id, part=part[2].lower(), brought=brought)
    return SealOpened(typed_key(name), name, brought=brought)


@dataclass(frozen=True, slots=True)
class SealChoices:
    """The unopened seals of a kind, as checkboxes."""

    kind: SealKind
    title: str
    boxes: tuple[BoundWidget, ...]

    @property
    def style(self) -> str:
        """Return how they are laid out: decks have long names."""
        return "pool" if self.kind is SealKind.DECK else "chips"


class SealsForm(base.DecisionForm):
    """Which seals were opened: those that are due, and any others."""

    template = "aeons_end/aftermath/seals.html"

    due = base.Keys(label=gettext_lazy("Due now"), required=False)
    others = base.Keys(label=gettext_lazy("Something else"), required=False)
    typed = base.NameField(
        gettext_lazy("Something that is not on the list"),
        help_text=gettext_lazy("Enter what is printed on it, such as #3a."),
    )
    brought = text_field(gettext_lazy("What was in it, in your own words"), TEXT, lines=2)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        wanted = {decision.subject for decision in self.aftermath.open(DecisionKind.SEAL)}
        self.is_due = [seal for seal in self.pack.seals if seal.id in wanted]
        self.sealed = [stage for stage in _stages(self.aftermath) if stage.seal.id not in wanted]
        due = [(seal.id, capfirst(words.seal(seal.kind, seal.label))) for seal in self.is_due]
        offer(self, "due", due)
        # They are listed under the name of their kind, so the printed label is enough.
        offer(self, "others", [(stage.key, stage.label) for stage in self.sealed])
        if len(self.is_due) == 1:
            self.initial.setdefault("due", [self.is_due[0].id])

    def groups(self) -> Iterator[SealChoices]:
        """Yield the unopened seals that are not due, by kind."""
        boxes = list(zip(self.sealed, self["others"], strict=True))
        for kind in SealKind:
            of_kind = tuple(box for stage, box in boxes if stage.seal.kind is kind)
            if of_kind:
                yield SealChoices(kind, capfirst(words.seal_kind(kind)), of_kind)

    @property
    def opens_others(self) -> bool:
        """Say whether the seals that are not due are shown at once."""
        others, typed = self["others"], self["typed"]
        return not self.is_due or bool(others.value() or typed.value() or others.errors)

    def clean(self) -> None:
        """Require at least one."""
        given = self.cleaned_data
        if not self.errors and not any(given[name] for name in ("due", "others", "typed")):
            self.add_error(None, _("Tick what you have opened."))

    def entries(self) -> Iterator[tuple[str, Fact]]:
        brought = self.cleaned_data["brought"]
        for field in ("due", "others"):
            for key in self.cleaned_data[field]:
                yield field, _listed_seal(key, brought)
        if name := self.cleaned_data["typed"]:
            yield "typed", _typed_seal(name, self.pack, brought)


class ReenterSealForm(base.DecisionForm):
    """Correct an opened seal: one that was closed until then, or a typed name."""

    seal = base.OneKey(label=gettext_lazy("What did you open?"), required=False)
    typed = base.NameField(
        gettext_lazy("Something that is not on the list"),
        help_text=gettext_lazy("Enter what is printed on it."),
    )

    brought = text_field(gettext_lazy("What was in it, in your own words"), TEXT, lines=2)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        stages = [
            (stage.key, capfirst(words.seal(stage.seal.kind, stage.label)))
            for stage in _stages(self.aftermath)
        ]
        offer(self, "seal", [("", _("not on the list")), *stages])

    def initial_of(self, fact: SealOpened) -> dict[str, Any]:
        key = f"{fact.seal}{STAGE}{fact.part}" if fact.part else fact.seal
        named = {"typed": fact.name} if is_typed(fact.seal) else {"seal": key}
        return {**named, "brought": fact.brought}

    def clean(self) -> None:
        """Require a seal from the list or a typed name."""
        if not self.errors and not (self.cleaned_data["seal"] or self.cleaned_data["typed"]):
            self.add_error("typed", _("Enter what you opened, or choose it above."))

    def facts(self) -> list[Fact]:
        """Return the opened seal; a typed name takes precedence over the list."""
        given = self.cleaned_data
        if name := given["typed"]:
            return [_typed_seal(name, self.pack, given["brought"])]
        return [_listed_seal(given["seal"], given["brought"])]
