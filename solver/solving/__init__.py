"""The problem solver: stipulations, keys and their proof, help and series play, and an independent checker.

`problem/` has what is asked (`stipulation`), who wants what (`roles`), the answer (`solution`) and how it is written.
`search/` finds it: `battle` and `lines` are the two searches, over a `backend` that answers about positions, by the
rules (`by_rules`) or in the kernel (`by_kernel`). `planning/` is a backend that plans help play, and `tabled` one that
reads endgame tables; each falls back on the one before. `solver` chooses among them. `proof/` checks exported
solutions, with nothing of the search.
"""
