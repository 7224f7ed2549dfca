"""URLs that only journals have."""

from django.urls import path

from tracker.systems.journal.views import changes, description, evening, files, pages, start

JOURNAL = "c/<str:code>/journal/"

URLS = (
    path("journal/start", start.start, name="journal_start"),
    path(f"{JOURNAL}plan", evening.plan, name="journal_plan"),
    path(f"{JOURNAL}evening", evening.evening, name="journal_evening"),
    path(f"{JOURNAL}box", pages.box, name="journal_box"),
    path(f"{JOURNAL}thing", changes.thing, name="journal_thing"),
    path(f"{JOURNAL}numbers", changes.numbers, name="journal_numbers"),
    path(f"{JOURNAL}sealed", changes.sealed, name="journal_sealed"),
    path(f"{JOURNAL}new/<slug:what>", changes.new, name="journal_new"),
    path(f"{JOURNAL}restore", pages.restore, name="journal_restore"),
    path(f"{JOURNAL}restore.pdf", files.restore_pdf, name="journal_restore_pdf"),
    path(f"{JOURNAL}cut-outs.pdf", files.slips_pdf, name="journal_slips_pdf"),
    path(f"{JOURNAL}description", description.description, name="journal_description"),
    path(
        f"{JOURNAL}description.json", description.description_file, name="journal_description_file"
    ),
)
