"""The explorer: a page with a board that one can ask, turn and step through; its script is built from explorer/."""
