"""Help play as planning: clingo lists the mating pictures, the kernel joins them."""
