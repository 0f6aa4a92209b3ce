import pytest
import torch
import torch.nn.functional as F
from tensors import small_ints

from solutions.ch05_embedding.embedding import VocabParallelEmbedding
from solutions.ch06_lm_head.lm_head import ParallelLMHead
from solutions.tp_group import HandGroup

TP = [1, 2, 3, 4]
VOCABS = [8, 10, 5, 2]


def loaded(table, group):
    head = ParallelLMHead(*table.shape, group)
    head.weight.weight_loader(head.weight, table)
    return head


def lowest_argmax(logits):
    """The first maximum of each row, by a plain loop."""
    return [row.index(max(row)) for row in logits.tolist()]


def test_worked_example():
    table, x = torch.arange(1.0, 9).reshape(4, 2), small_ints(3, 2)
    slices = [loaded(table, HandGroup(rank, 2)).local_logits(x) for rank in (0, 1)]
    assert [s.shape for s in slices] == [(3, 2), (3, 2)]
    assert torch.equal(torch.cat(slices, dim=-1), x @ table.T)


@pytest.mark.parametrize("vocab", VOCABS)
@pytest.mark.parametrize("tp", TP)
def test_logits_are_gathered_on_rank_0_without_padding(on_ranks, vocab, tp):
    table, x = small_ints(vocab, 3), small_ints(4, 3, seed=1)

    def forward(group):
        return loaded(table, group)(x), group.calls

    (logits, _), *others = results = on_ranks(tp, forward)
    assert torch.equal(logits, F.linear(x, table))
    assert all(logits is None for logits, _ in others)
    assert all(calls == [("gather", (4, -(-vocab // tp)))] for _, calls in results)


@pytest.mark.parametrize("vocab", VOCABS)
@pytest.mark.parametrize("tp", TP)
def test_forward_all_gives_every_rank_the_logits(on_ranks, vocab, tp):
    table, x = small_ints(vocab, 3), small_ints(4, 3, seed=1)

    def forward(group):
        return loaded(table, group).forward_all(x), group.calls

    for logits, calls in on_ranks(tp, forward):
        assert torch.equal(logits, F.linear(x, table))
        assert calls == [("all_gather", (4, -(-vocab // tp)))]


@pytest.mark.parametrize("last", [[4, 6, 0], torch.tensor([4, 6, 0])], ids=["list", "tensor"])
def test_only_the_last_positions_get_logits(on_ranks, last):
    table, x = small_ints(5, 3), small_ints(7, 3, seed=1)

    def forward(group):
        head = loaded(table, group)
        return head(x, last), head.forward_all(x, last), head.greedy(x, last), group.calls

    expected = F.linear(x[[4, 6, 0]], table)
    results = on_ranks(2, forward)
    assert torch.equal(results[0][0], expected)
    for _, logits, ids, calls in results:
        assert torch.equal(logits, expected)
        assert ids.tolist() == lowest_argmax(expected)
        assert [shape for _, shape in calls[:2]] == [(3, 3), (3, 3)]


@pytest.mark.parametrize("vocab", VOCABS)
@pytest.mark.parametrize("tp", TP)
def test_greedy_is_the_lowest_best_id_on_every_rank(on_ranks, vocab, tp):
    table = small_ints(vocab, 2).clamp(-1, 1)  # few values: many ties, within and across ranks
    x = small_ints(40, 2, seed=1)

    def forward(group):
        return loaded(table, group).greedy(x), group.calls

    for ids, calls in on_ranks(tp, forward):
        assert ids.dtype == torch.int64 and ids.shape == (40,)
        assert ids.tolist() == lowest_argmax(F.linear(x, table))
        assert len(calls) == 1 and torch.Size(calls[0][1]).numel() == 2 * 40


@pytest.mark.parametrize("vocab, tp", [(10, 3), (5, 4), (2, 4), (10, 4)])
def test_padding_never_wins_when_all_logits_are_negative(on_ranks, vocab, tp):
    table = -torch.arange(1.0, vocab + 1).unsqueeze(1)  # with x = 1: logits -1, -2, -3, ...
    x = torch.ones(2, 1)

    def forward(group):
        head = loaded(table, group)
        return head.greedy(x), head.forward_all(x).argmax(dim=-1)

    for greedy, gathered in on_ranks(tp, forward):
        assert greedy.tolist() == gathered.tolist() == [0, 0]


def test_the_winner_may_be_on_any_rank_of_each_row(on_ranks):
    table = torch.eye(10)
    x = torch.eye(10)[[9, 0, 4, 7, 3]]
    results = on_ranks(3, lambda group: loaded(table, group).greedy(x))
    assert all(ids.tolist() == [9, 0, 4, 7, 3] for ids in results)


def test_bfloat16_logits_keep_exact_ids(on_ranks):
    table = torch.zeros(1000, 1, dtype=torch.bfloat16)
    table[[777, 999]] = 3  # bfloat16 would round 777 to 776
    x = torch.ones(2, 1, dtype=torch.bfloat16)

    def forward(group):
        head = ParallelLMHead(1000, 1, group).to(torch.bfloat16)
        head.weight.weight_loader(head.weight, table)
        return head.greedy(x)

    assert [ids.tolist() for ids in on_ranks(2, forward)] == [[777, 777]] * 2


def test_an_id_above_what_float32_counts_stays_exact():
    vocab = 2**24 + 2
    head = ParallelLMHead(vocab, 1, HandGroup(1, 2))
    head.weight.data[-1] = 5
    assert head.greedy(torch.ones(1, 1)).tolist() == [2**24 + 1]


def test_a_rank_without_ids_offers_minus_infinity():
    head = loaded(small_ints(5, 3), HandGroup(3, 4))
    assert head.local_best(small_ints(2, 3))[:, 0].tolist() == [-torch.inf] * 2


def test_tie_shares_the_storage_in_both_directions():
    embedding = VocabParallelEmbedding(10, 3, HandGroup(1, 3))
    head = ParallelLMHead(10, 3, HandGroup(1, 3))
    head.tie(embedding)
    assert head.weight.data_ptr() == embedding.weight.data_ptr()
    table = small_ints(10, 3)
    embedding.weight.weight_loader(embedding.weight, table)
    assert torch.equal(head.weight, table[4:8])
    head.weight.weight_loader(head.weight, -table)
    assert torch.equal(embedding.weight, -table[4:8])


def test_tie_refuses_a_table_of_another_shape_naming_both():
    head = ParallelLMHead(10, 3, HandGroup(0, 2))
    with pytest.raises(ValueError, match=r"\(5, 4\).*\(5, 3\)"):
        head.tie(VocabParallelEmbedding(10, 4, HandGroup(0, 2)))
