"""paperkg: lists of machine-learning papers in, one knowledge graph out."""
