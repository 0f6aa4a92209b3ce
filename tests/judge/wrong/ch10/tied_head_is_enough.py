"""wrong_answer: a tied head stands in for the embedding"""


def check_names(model: nn.Module, found: set[str]) -> None:
    targets = checkpoint_targets(model)
    names: dict[int, set[str]] = {}
    for name, param in model.named_parameters(remove_duplicate=False):
        names.setdefault(id(param), set()).add(name)
    known = set(targets).union(*(same for same in names.values() if len(same) > 1))
    missing = [n for n in targets if not found & {n, *names[id(targets[n][0])]}]
    if missing or found - known:
        raise ValueError(f"lacks {sorted(missing)}, has no {sorted(found - known)}")
