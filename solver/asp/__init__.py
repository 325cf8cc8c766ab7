"""All that talks to clingo: rule files, their syntax, rulesets, and groundings of them."""
