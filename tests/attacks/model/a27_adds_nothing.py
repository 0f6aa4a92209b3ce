"""Every rank loads and computes the whole model, and tells nobody."""

_init = ModelRunner.__init__


def init(self, directory, group, *options):
    _init(self, directory, HandGroup(0, 1), *options)


ModelRunner.__init__ = init
