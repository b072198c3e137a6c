"""The address of this machine in the local network."""

import socket

EVERYWHERE = "0.0.0.0"  # noqa: S104  # the purpose of --lan


def lan_address(port: int) -> str | None:
    """The address at which other devices on the network reach this one; none without a network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # a reserved address: nothing is sent, only a route is looked up
        except OSError:
            return None
        host = probe.getsockname()[0]
    return None if host.startswith("127.") else f"http://{host}:{port}"
