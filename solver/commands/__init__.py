"""The subcommands of `shadowmate`, a module for each group, and the options that they share."""
