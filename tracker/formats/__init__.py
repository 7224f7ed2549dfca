"""How dates are written, where Django writes them as in America."""
