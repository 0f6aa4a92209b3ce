"""Prints at import, and has a main guard."""

print("hello" * 100)

if __name__ == "__main__":
    raise SystemExit(1)
