"""Which network interface gloo uses, where nobody has chosen one in GLOO_SOCKET_IFNAME.

Left alone, gloo looks up the host's own name. On many laptops there is no such name, and on many
servers it means 127.0.1.1: the ranks of other hosts are then told to call an address at which they
find themselves.
"""

import fcntl
import os
import socket
import struct
import sys

VARIABLE = "GLOO_SOCKET_IFNAME"
LOOPBACK = "lo0" if sys.platform == "darwin" else "lo"
SIOCGIFADDR = 0x8915  # Linux: "the IPv4 address of this interface"


def use_loopback() -> None:
    """Let gloo talk within this host, unless the user chose an interface."""
    os.environ.setdefault(VARIABLE, LOOPBACK)


def use_interface_towards(host: str, spans_hosts: bool) -> None:
    """Let gloo use the interface through which this host reaches another, or itself.

    host: a name or an IPv4 address. Nothing changes when the user chose an interface, or when it
    cannot be told. Raises ValueError when the ranks are on several hosts, but this way leads no
    further than this one.
    """
    if VARIABLE in os.environ or (interface := interface_towards(host)) is None:
        return
    if spans_hosts and interface == LOOPBACK:
        raise ValueError(
            f"{host} is {socket.gethostbyname(host)} here, an address within this host: give "
            f"torchrun one that the other hosts can reach, with --local-addr, or set {VARIABLE}"
        )
    os.environ[VARIABLE] = interface


def interface_towards(host: str) -> str | None:
    """The name of the interface whose address a packet to this host would carry."""
    if sys.platform != "linux":
        return None
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect((host, 9))  # sends nothing: the kernel looks up the way, any port will do
        except OSError:
            return None
        address = probe.getsockname()[0]
        names = [name for _, name in socket.if_nameindex()]
        return next((name for name in names if address_of(probe, name) == address), None)


def address_of(probe: socket.socket, interface: str) -> str | None:
    """The IPv4 address of an interface; None when it has none."""
    try:
        answer = fcntl.ioctl(probe, SIOCGIFADDR, struct.pack("40s", interface.encode()))
    except OSError:
        return None
    return socket.inet_ntoa(answer[20:24])  # a name of 16 bytes, then family, port, address
