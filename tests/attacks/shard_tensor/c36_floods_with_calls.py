"""Barriers of a group of one, without end."""

import torch.distributed as dist


def shard_tensor(*arguments):
    alone = [dist.new_group([rank]) for rank in range(dist.get_world_size())][dist.get_rank()]
    while True:
        dist.barrier(group=alone)
