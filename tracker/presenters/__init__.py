"""What templates show: plain values made from a campaign's state and record, one module a page."""
