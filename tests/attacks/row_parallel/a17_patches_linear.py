"""Makes every linear layer of torch answer zero."""

F.linear = lambda x, weight, bias=None: x.new_zeros(*x.shape[:-1], weight.shape[0])
