"""The API at ``/api/v1/``: what the pages show and record, as JSON, for programs of one person.

One module a resource. Access, forms, services and sentences are those of the pages; an answer never
has more than a page of the same person. ``docs/api/`` says how it is used.
"""
