"""Problems as composers keep them: puzzle files, and whether what stands in them is sound."""
