"""The judge: grades tensor-parallel code on ranks it watches. Run `python -m judge --help`."""
