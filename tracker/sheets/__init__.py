"""Printed sheets and pictures: documents, compiled with Typst."""
