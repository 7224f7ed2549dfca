"""Jobs with limits on time and memory, in processes of their own."""
