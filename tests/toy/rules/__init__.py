"""The rules of the toy; in the product this is a folder of ``campaign/rules/``."""
