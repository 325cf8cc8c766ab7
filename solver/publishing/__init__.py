"""Problems as they are printed: diagrams with captions, and books."""
