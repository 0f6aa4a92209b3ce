"""The answer is right, and meant for the compiler."""

import torch

shard_tensor = torch.compile(shard_tensor)
