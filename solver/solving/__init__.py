"""The problem solver: stipulations, keys and their proof, help and series play, and an independent checker.

What builds on what, from the bottom: `stipulation` (what is asked), `play` (who wants what), `backend`
(what positions can be asked, with plain search over it; `reference` is the one over the rules), `battle`
and `lines` (the two searches), `solver` (the function `solve`) and `solution` (its answer). `text` and
`export` show a solution. `proof` checks an exported one, and uses `stipulation`, `play` and `replay` only.
"""
