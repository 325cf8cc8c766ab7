"""The interface to clingo: rule files, their syntax, rulesets, and groundings."""
