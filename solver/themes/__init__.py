"""What the play of a problem shows, as composers name it: the rules of it are in `rules/themes/`."""
