"""The subcommands of `shadowmate`, one module for each group, and the options that they share."""
