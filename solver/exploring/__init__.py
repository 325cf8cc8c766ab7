"""The explorer: a web page with an interactive board. Its script is built from explorer/."""
