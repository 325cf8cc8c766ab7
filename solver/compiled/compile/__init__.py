"""From rules to tables."""
