"""A small tensor-parallel inference engine, one chapter a folder; each uses the ones before it."""
