"""Trains a model at import."""

while True:
    pass
