"""The rules of every game, as Answer Set Programs."""
