import pytest
import torch
import torch.nn.functional as F
from tensors import owns_its_memory, small_ints

from solutions.ch05_embedding.embedding import VocabParallelEmbedding, vocab_range
from solutions.tp_group import HandGroup

TP = [1, 2, 3, 4]


def loaded(table, group):
    layer = VocabParallelEmbedding(*table.shape, group)
    layer.weight.weight_loader(layer.weight, table)
    return layer


@pytest.mark.parametrize(
    "vocab, tp, widths",
    [
        (10, 3, [4, 4, 2]),
        (5, 4, [2, 2, 1, 0]),
        (10, 4, [3, 3, 3, 1]),
        (8, 4, [2, 2, 2, 2]),
        (2, 4, [1, 1, 0, 0]),
        (7, 1, [7]),
        (151936, 2, [75968, 75968]),
    ],
)
def test_ranges_cover_the_vocabulary_in_order(vocab, tp, widths):
    ranges = [vocab_range(vocab, rank, tp) for rank in range(tp)]
    assert [end - start for start, end in ranges] == widths
    assert [i for start, end in ranges for i in range(start, end)] == list(range(vocab))


def test_an_empty_range_is_vocab_vocab():
    assert [vocab_range(2, rank, 4) for rank in (2, 3)] == [(2, 2), (2, 2)]
    assert [vocab_range(9, rank, 7) for rank in (5, 6)] == [(9, 9), (9, 9)]


def test_worked_example():
    table = torch.arange(1.0, 9).reshape(4, 2)
    rank0, rank1 = (loaded(table, HandGroup(rank, 2)) for rank in (0, 1))
    assert (rank0.vocab_start, rank0.vocab_end) == (0, 2)
    assert (rank1.vocab_start, rank1.vocab_end) == (2, 4)
    partials = [layer(torch.tensor([1, 3])) for layer in (rank0, rank1)]
    assert [partial.tolist() for partial in partials] == [[[3, 4], [0, 0]], [[0, 0], [7, 8]]]
    assert sum(partials).tolist() == [[3, 4], [7, 8]]
    rows, elsewhere = rank1.local_ids(torch.tensor([1, 3]))
    assert elsewhere.tolist() == [True, False] and rows[1] == 1


@pytest.mark.parametrize("tp, at_tp", [(1, 151936), (2, 75968), (16, 9496)])
def test_qwen3_table_has_the_shape_of_the_table_of_shapes(tp, at_tp):
    with torch.device("meta"):
        layer = VocabParallelEmbedding(151936, 1024, HandGroup(tp - 1, tp))
    assert layer.weight.shape == (at_tp, 1024)


@pytest.mark.parametrize("vocab", [5, 8, 10, 13])
@pytest.mark.parametrize("tp", TP)
def test_every_rank_has_the_same_height_and_zero_padding(vocab, tp):
    table = small_ints(vocab, 3)
    for rank in range(tp):
        layer = VocabParallelEmbedding(vocab, 3, HandGroup(rank, tp))
        assert layer.weight.shape == (-(-vocab // tp), 3)
        assert layer.weight.eq(0).all()
        layer.weight.data.fill_(99)
        layer.weight.weight_loader(layer.weight, table)
        start, end = vocab_range(vocab, rank, tp)
        assert torch.equal(layer.weight[: end - start], table[start:end])
        assert layer.weight[end - start :].eq(0).all()
        assert owns_its_memory(layer.weight)


@pytest.mark.parametrize("shape", [(), (1,), (7,), (2, 3), (2, 3, 2), (0,)])
@pytest.mark.parametrize("vocab, tp", [(8, 1), (8, 2), (10, 3), (5, 4)])
def test_the_sum_over_ranks_is_the_lookup_for_ids_of_any_shape(vocab, tp, shape):
    table = small_ints(vocab, 3)
    ids = torch.randint(vocab, shape, generator=torch.Generator().manual_seed(1))
    parts = [loaded(table, HandGroup(rank, tp))(ids) for rank in range(tp)]
    assert torch.equal(sum(parts), F.embedding(ids, table))


@pytest.mark.parametrize("vocab", [8, 10, 5])
@pytest.mark.parametrize("tp", TP)
def test_every_rank_gets_every_vector_with_one_all_reduce(on_ranks, vocab, tp):
    table, ids = small_ints(vocab, 3), torch.arange(2 * vocab).reshape(vocab, 2).T % vocab

    def forward(group):
        return loaded(table, group)(ids), group.calls

    for vectors, calls in on_ranks(tp, forward):
        assert torch.equal(vectors, F.embedding(ids, table))
        assert calls == ([("all_reduce", (2, vocab, 3))] if tp > 1 else [])


@pytest.mark.parametrize("tp", [2, 3, 4])
def test_nothing_leaks_from_the_first_row_of_a_rank(tp):
    table = small_ints(12, 3)
    table[:: 12 // tp] = torch.inf
    ids = torch.tensor([1, 12 // tp + 1, 11])
    parts = [loaded(table, HandGroup(rank, tp))(ids) for rank in range(tp)]
    assert torch.equal(sum(parts), table[ids])


@pytest.mark.parametrize("bad", [-1, 10, 11, 1000])
@pytest.mark.parametrize("tp", TP)
def test_an_id_outside_the_vocabulary_is_an_index_error_on_every_rank(bad, tp):
    ids = torch.tensor([[0, 3], [bad, 9]])
    for rank in range(tp):
        with pytest.raises(IndexError, match=f"{bad}.*10"):
            VocabParallelEmbedding(10, 3, HandGroup(rank, tp))(ids)


def test_int32_ids_work():
    table = small_ints(6, 2)
    ids = torch.tensor([5, 0], dtype=torch.int32)
    parts = [loaded(table, HandGroup(rank, 2))(ids) for rank in (0, 1)]
    assert torch.equal(sum(parts), table[[5, 0]])


@pytest.mark.parametrize("wrong", [(12, 3), (4, 3), (10, 2)])
def test_a_loaded_table_of_another_shape_is_refused_naming_both(wrong):
    layer = VocabParallelEmbedding(10, 3, HandGroup(0, 3))
    with pytest.raises(ValueError) as error:
        layer.weight.weight_loader(layer.weight, torch.zeros(wrong))
    assert str(wrong) in str(error.value) and "(10, 3)" in str(error.value)
