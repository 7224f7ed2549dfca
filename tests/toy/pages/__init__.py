"""The pages of the toy; in the product this is a folder of ``tracker/systems/``."""
