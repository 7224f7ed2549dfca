"""Arguments of several commands."""

from argparse import ArgumentTypeError


def utf8_text(argument: str) -> str:
    """Return an argument; refuse bytes that are not UTF-8, by which no database can be asked."""
    try:
        argument.encode()
    except UnicodeEncodeError as error:
        raise ArgumentTypeError("this is not UTF-8.") from error
    return argument
