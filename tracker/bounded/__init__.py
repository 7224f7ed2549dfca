"""Work with bounds on time and memory, in processes of its own."""
