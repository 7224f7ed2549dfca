"""Charts: statistics as geometry, each with a title, a description and the same numbers in a table.

Everything is drawn in whole units of a picture 360 units wide, about a phone's width: words in it
stay readable there, and a decimal comma never gets into a coordinate.
"""

from tracker.presenters.charts.bars import how_long, through_time
from tracker.presenters.charts.dials import left
from tracker.presenters.charts.matrix import matrix
from tracker.presenters.charts.shares import RatesChart, how_to_read, rates
from tracker.presenters.charts.values import EDGE, WIDTH, Chart, Table, number, percent

__all__ = [
    "EDGE",
    "WIDTH",
    "Chart",
    "RatesChart",
    "Table",
    "how_long",
    "how_to_read",
    "left",
    "matrix",
    "number",
    "percent",
    "rates",
    "through_time",
]
