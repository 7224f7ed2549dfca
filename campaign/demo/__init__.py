"""The demo: two campaigns that anybody can read, written by the services like any other.

They give nothing away. From the first growth of the market on, everything in them is made up and
typed in, the way players type what the catalogue does not know.
"""

from campaign.demo.keeping import demo_campaigns, make_demo, replace_demo

__all__ = ["demo_campaigns", "make_demo", "replace_demo"]
