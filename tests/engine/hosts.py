"""Hosts for the tests: namespaces with an address and a name of their own, and a link between two.

A host is a process, the first of its process namespace. All that runs on a host ends with it, and
the kernel then removes its interfaces: nothing has a name outside that could be left behind.
/dev/shm is its own too, or the ranks of two hosts would share memory. Linux only, as root.
"""

import contextlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

from servers import end_with_parent

ROOT = Path(__file__).parents[2]
NAMESPACES = ("--net", "--uts", "--mount", "--pid")
COMMANDS = ("ip", "unshare", "nsenter", "mount")  # iproute2, util-linux
LINK = "link0"  # the interface, on both hosts
FIRST_ADDRESS = "10.77.0.1"
PORT = 29400
LIMIT_S = 60

# What a host's first process does: it tells that all is ready, and waits for the end of its stdin.
# As Debian does, the host knows its own name as 127.0.1.1, and no other name.
FIRST_PROCESS = """
echo "$0" >/proc/sys/kernel/hostname && mount -t tmpfs tmpfs /dev/shm &&
printf '127.0.0.1 localhost\n127.0.1.1 %s\n' "$0" >/dev/shm/hosts &&
mount --bind /dev/shm/hosts /etc/hosts && ip link set lo up && echo ready && read -r end
"""


def why_not():
    """Why there can be no hosts here; empty when there can."""
    if sys.platform != "linux":
        return "network namespaces need Linux"
    if os.geteuid() != 0:
        return "network namespaces need root"
    missing = [name for name in COMMANDS if shutil.which(name) is None]
    if missing:
        return f"not installed: {', '.join(missing)}"
    trial = subprocess.run(["unshare", *NAMESPACES, "--fork", "true"], capture_output=True)
    return f"no namespaces here: {trial.stderr.decode().strip()}" if trial.returncode else ""


class Host:
    """One host. Attributes: name, address."""

    def __init__(self, name, address):
        self.name = name
        self.address = address
        unshare = ["unshare", *NAMESPACES, "--fork", "--kill-child", "--mount-proc"]
        self._holder = subprocess.Popen(
            [*unshare, "sh", "-c", FIRST_PROCESS, name],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            preexec_fn=end_with_parent,
        )
        if self._holder.stdout.readline() != "ready\n":
            self.end()
            raise OSError(f"{name} does not start")
        children = Path(f"/proc/{self._holder.pid}/task/{self._holder.pid}/children")
        self.first_pid = int(children.read_text())

    def command(self, *argv):
        """The command that runs argv on this host, in the root of the repository."""
        enter = ["nsenter", "-t", str(self.first_pid), "-m", "-n", "-u", "-p"]
        return [*enter, "env", "-C", str(ROOT), *argv]

    def run(self, *argv):
        """What argv prints on this host."""
        return subprocess.run(
            self.command(*argv), capture_output=True, text=True, check=True, timeout=LIMIT_S
        ).stdout

    def torchrun(self, rendezvous, *argv):
        """Start torchrun for this one of two hosts, with two ranks on each; a Popen.

        rendezvous: c10d or static.
        """
        launcher = [sys.executable, "-m", "torch.distributed.run", "--nnodes", "2"]
        launcher += ["--nproc-per-node", "2", *rendezvous(self)]
        # As on real hosts: what the tests' own process has chosen must not help.
        env = {name: os.environ[name] for name in os.environ if not name.startswith("GLOO_")}
        return subprocess.Popen(
            self.command(*launcher, *argv),
            env=env | {"OMP_NUM_THREADS": "1"},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def cut(self):
        """Take the link down: what is sent on it is lost, and nobody is told."""
        self.run("ip", "link", "set", LINK, "down")

    def processes(self):
        """The command lines of what runs here; the first process and the dead do not count."""
        lines = self.run("ps", "-eo", "pid=,stat=,args=").splitlines()
        rows = [line.split(maxsplit=2) for line in lines]
        return [
            args
            for pid, stat, args in rows
            if pid != "1" and not stat.startswith("Z") and not args.startswith("ps ")
        ]

    def end(self):
        """End all that runs here, and wait for that: so it is when a first process ends."""
        try:
            self._holder.communicate(timeout=LIMIT_S)
        finally:
            self._holder.kill()


def c10d(host):
    """Options of torchrun: whoever comes, on the same port of the first host.

    A host whose own name is 127.0.1.1 does not see that the address is its own, hence is_host, and
    could not tell the others its address.
    """
    is_first = int(host.address == FIRST_ADDRESS)
    there = ["--rdzv-backend", "c10d", "--rdzv-endpoint", f"{FIRST_ADDRESS}:{PORT}"]
    return [*there, "--rdzv-conf", f"is_host={is_first}", "--local-addr", host.address]


def static(host):
    """Options of torchrun: hosts that are counted beforehand."""
    number = int(host.address != FIRST_ADDRESS)
    there = ["--master-addr", FIRST_ADDRESS, "--master-port", str(PORT)]
    return [*there, "--node-rank", str(number)]


@contextlib.contextmanager
def two_hosts():
    """Two hosts and a link between them, which knows no names; nothing is left afterwards."""
    with contextlib.ExitStack() as stack:
        hosts = []
        for name, address in (("host-one", FIRST_ADDRESS), ("host-two", "10.77.0.2")):
            hosts.append(Host(name, address))
            stack.callback(hosts[-1].end)
        one, two = hosts
        end = ["netns", str(two.first_pid)]
        veth = ["ip", "link", "add", LINK, "netns", str(one.first_pid), "type", "veth"]
        subprocess.run([*veth, "peer", "name", LINK, *end], check=True)
        for host in hosts:
            host.run("ip", "address", "add", f"{host.address}/24", "dev", LINK)
            host.run("ip", "link", "set", LINK, "up")
        yield hosts
