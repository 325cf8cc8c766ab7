"""Games written for other programs: an Interactive Diagram's definition, or a section of a variants.ini."""
