"""Sentences and terms of Aeon's End, in addition to those that every game shares.

Everything is in the active language; names are in the language of the box.
"""

from tracker.systems.aeons_end.shared.recognise import typed_names as typed_names
from tracker.systems.aeons_end.shared.words.decisions import decision as decision
from tracker.systems.aeons_end.shared.words.decisions import next_step as next_step
from tracker.systems.aeons_end.shared.words.entries import tally as tally
from tracker.systems.aeons_end.shared.words.lines import before as before
from tracker.systems.aeons_end.shared.words.lines import line as line
from tracker.systems.aeons_end.shared.words.lines import line_detail as line_detail
from tracker.systems.aeons_end.shared.words.lines import opened as opened
from tracker.systems.aeons_end.shared.words.problems import sentence as sentence
from tracker.systems.aeons_end.shared.words.sheets import sheet_text as sheet_text
from tracker.systems.aeons_end.shared.words.terms import RecordNames as RecordNames
from tracker.systems.aeons_end.shared.words.terms import card_kind as card_kind
from tracker.systems.aeons_end.shared.words.terms import colour as colour
from tracker.systems.aeons_end.shared.words.terms import ending as ending
from tracker.systems.aeons_end.shared.words.terms import moment as moment
from tracker.systems.aeons_end.shared.words.terms import nemesis_kind as nemesis_kind
from tracker.systems.aeons_end.shared.words.terms import seal as seal
from tracker.systems.aeons_end.shared.words.terms import seal_kind as seal_kind
from tracker.systems.aeons_end.shared.words.terms import side as side
from tracker.words import labelled as labelled
from tracker.words import listed as listed
from tracker.words import series as series
from tracker.words import who as who
