"""The problem solver: stipulations, keys with proofs, help and series play, and an independent checker.

`problem/` has the question (`stipulation`), the roles of the players (`roles`), the answer (`solution`) and its
text. `search/` finds the answer: `battle_search` and `line_search` work over a `backend` that answers about
positions, by the rules (`by_rules`) or in the kernel (`by_kernel`). `planning/` is a backend that plans help play,
and `tabled` one that reads endgame tables; each uses the previous one for everything else. `solver` chooses among
them. `proof/` checks exported solutions, independently of the search.
"""
