"""Two instances on one machine, behind nginx, with all that several machines share."""
