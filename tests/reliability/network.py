"""Two nodes in network namespaces of their own, with PostgreSQL and nginx between them, and cables that can be cut."""

import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from server.node import Node, free_port
from storage.places import PostgresServer, postgres_server

from docena.client.address import Address

_NGINX = """
daemon off;
pid {folder}/nginx.pid;
error_log {folder}/nginx-error.log;
{user}
events {{ worker_connections 512; }}
http {{
    access_log off;
    client_body_temp_path {folder}/nginx-body;
    proxy_temp_path {folder}/nginx-proxy;
    fastcgi_temp_path {folder}/nginx-fastcgi;
    uwsgi_temp_path {folder}/nginx-uwsgi;
    scgi_temp_path {folder}/nginx-scgi;
    map $http_upgrade $connection_upgrade {{ default upgrade; '' ''; }}
    upstream docena {{
{servers}
        keepalive 32;
    }}
    server {{
        listen 127.0.0.1:{port};
        location / {{
            proxy_pass http://docena;
            proxy_http_version 1.1;
            proxy_set_header Upgrade $http_upgrade;
            proxy_set_header Connection $connection_upgrade;
            proxy_set_header Host $http_host;
            proxy_set_header X-Forwarded-For $remote_addr;
            proxy_set_header X-Forwarded-Proto $scheme;
            proxy_connect_timeout 2s;
            proxy_read_timeout 6s;
            proxy_buffering off;
        }}
    }}
}}
"""
_SKEWED = """
import time
def _skewed(honest, factor):
    return lambda: honest() + int({seconds} * factor)
time.time, time.time_ns = _skewed(time.time, 1), _skewed(time.time_ns, 10**9)
"""


def obstacle() -> str | None:
    """Why two nodes cannot be put into namespaces on this machine; nginx is installed where that is possible."""
    if sys.platform != "linux" or os.geteuid() != 0:
        return "network namespaces need Linux and root"
    if shutil.which("ip") is None or _run("ip", "netns", "list").returncode:
        return "`ip netns` does not work here (Debian package iproute2)"
    if shutil.which("nginx") is None and shutil.which("apt-get") is not None:
        _run("apt-get", "install", "--yes", "--no-install-recommends", "nginx")
    return None if shutil.which("nginx") is not None else "nginx is missing (apt-get install nginx)"


def _run(*program: str) -> "subprocess.CompletedProcess[bytes]":
    return subprocess.run(program, capture_output=True, check=False, stdin=subprocess.DEVNULL)


def _do(command: str) -> None:
    done = _run(*command.split())
    assert done.returncode == 0, (command, done.stderr.decode())


def _sweep() -> None:
    """Takes away what a process that was killed has left behind; the devices go with their namespace."""
    for line in _run("ip", "netns", "list").stdout.decode().splitlines():
        space = line.split()[0]
        owner = re.fullmatch(r"docena-(\d+)-\d+", space)
        if owner is not None and not Path("/proc", owner[1]).exists():
            _run("ip", "netns", "del", space)


class Cable:
    """A namespace and the pair of devices that leads into it."""

    def __init__(self, number: int) -> None:
        name = f"{os.getpid()}-{number}"
        self.space, self._here, self._there = f"docena-{name}", f"dh{name}", f"dt{name}"
        net = f"10.{200 + number}.{os.getpid() % 250}"
        self.near, self.far = f"{net}.1", f"{net}.2"

    def lay(self) -> None:
        _do(f"ip netns add {self.space}")
        _do(f"ip link add {self._here} type veth peer name {self._there} netns {self.space}")
        _do(f"ip addr add {self.near}/24 dev {self._here}")
        _do(f"ip link set {self._here} up")
        _do(f"ip -n {self.space} addr add {self.far}/24 dev {self._there}")
        _do(f"ip -n {self.space} link set {self._there} up")
        _do(f"ip -n {self.space} link set lo up")

    def cut(self) -> None:
        """Nothing comes through any more, and nobody is told."""
        _do(f"ip link set {self._here} down")

    def mend(self) -> None:
        _do(f"ip link set {self._here} up")

    def remove(self) -> None:
        _run("ip", "link", "del", self._here)
        _run("ip", "netns", "del", self.space)


class Site:
    """All of it: the nodes, what lies between them, and the address where people come in."""

    def __init__(self, folder: Path, server: PostgresServer, cables: list[Cable], plants: list[str]) -> None:
        self.folder, self.cables = folder, cables
        self.url = server.new_database()
        """As it is reached from here, past all cables."""
        database = self.url.split("@/")[1].split("?")[0]
        self.nodes = [self._node(number, cable, plants[number], database) for number, cable in enumerate(cables)]
        self.address = Address(False, "127.0.0.1", free_port(), "", None)
        self._nginx: subprocess.Popen[bytes] | None = None

    def _node(self, number: int, cable: Cable, plant: str, database: str) -> Node:
        url = f"postgresql://postgres@{cable.near}:5432/{database}"
        settings = {"HOST": "0.0.0.0", "EVENTS": str(self.folder / f"events{number}.db"), "TRUST_PROXY": "true"}
        node = Node(self.folder, url, settings, plant=plant)
        node.before = ["ip", "netns", "exec", cable.space]
        node.address = Address(False, cable.far, node.address.port, "", None)
        return node

    def open(self) -> None:
        """nginx begins to listen."""
        servers = "\n".join(
            f"        server {node.address.host}:{node.address.port} max_fails=1 fail_timeout=2s;"
            for node in self.nodes
        )
        text = _NGINX.format(
            folder=self.folder, servers=servers, port=self.address.port, user="user root;" if os.geteuid() == 0 else ""
        )
        (self.folder / "nginx.conf").write_text(text)
        self._nginx = subprocess.Popen(["nginx", "-c", str(self.folder / "nginx.conf")], stderr=subprocess.DEVNULL)
        time.sleep(0.3)
        assert self._nginx.poll() is None, (self.folder / "nginx-error.log").read_text()

    def close(self) -> None:
        for node in self.nodes:
            if node.process is not None and node.process.poll() is None:
                node.process.kill()
                node.process.wait()
        if self._nginx is not None:
            self._nginx.send_signal(signal.SIGTERM)
            with suppress(subprocess.TimeoutExpired):
                self._nginx.wait(10)
            self._nginx.kill()


@contextmanager
def site(folder: Path, skews: list[float], plant: str = "") -> Iterator[Site]:
    """Two nodes whose clocks are wrong by so many seconds, ready to be started."""
    _sweep()
    cables = [Cable(number) for number in range(len(skews))]
    try:
        for cable in cables:
            cable.lay()
        with postgres_server([cable.near for cable in cables]) as server:
            place = Site(folder, server, cables, [_SKEWED.format(seconds=skew) + plant for skew in skews])
            try:
                yield place
            finally:
                place.close()
    finally:
        for cable in cables:
            cable.remove()
