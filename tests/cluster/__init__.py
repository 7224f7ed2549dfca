"""Two instances on one machine, behind nginx, with everything that several machines share."""
