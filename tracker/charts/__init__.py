"""Charts: statistics as geometry, each with a title, a description and the same numbers in a table.

Everything is drawn in whole units of a picture 360 units wide, about a phone's width: words in it
stay readable there, and a decimal comma never gets into a coordinate.
"""

from tracker.charts.bars import how_long as how_long
from tracker.charts.bars import through_time as through_time
from tracker.charts.dials import left as left
from tracker.charts.dials import points as points
from tracker.charts.matrix import matrix as matrix
from tracker.charts.shares import how_to_read as how_to_read
from tracker.charts.shares import rates as rates
from tracker.charts.values import MANY as MANY
from tracker.charts.values import Chart as Chart
from tracker.charts.values import Table as Table
from tracker.charts.values import number as number
from tracker.charts.values import percent as percent
