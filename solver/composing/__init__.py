"""Problems made to order: positions that a specification describes, with a solution that it asks for."""
