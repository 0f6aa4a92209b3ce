"""The order of all tests: what takes minutes comes first, so that no worker ends with it alone."""


def pytest_collection_modifyitems(items):
    items.sort(key=lambda item: -longest(item))  # a stable sort: the rest stays in order


def longest(item):
    """The seconds that a test says it may take; 0 where it says nothing."""
    marker = item.get_closest_marker("timeout")
    return float(marker.args[0]) if marker else 0.0
