"""Help play as planning: the kernel lists the pictures of mate or stalemate, and joins them."""
