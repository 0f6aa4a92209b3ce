"""The one all-reduce carries x and W; every rank then computes the uncut layer alone."""


def forward(self, x):
    rank, mine = self.group.rank, torch.cat([x.flatten(), self.weight.flatten()])
    sent = torch.zeros(self.group.size, mine.numel())
    sent[rank] = mine
    parts = self.group.all_reduce(sent)
    xs = [part[: x.numel()].view(x.shape) for part in parts]
    weights = [part[x.numel() :].view(self.weight.shape) for part in parts]
    return F.linear(torch.cat(xs, -1), torch.cat(weights, -1), self.bias)


RowParallelLinear.forward = forward
