"""Memory that many requests have taken for a moment does not stay with the server."""

import subprocess
import sys

import pytest

FLOOD = """
import sys
from docena.server.protection.memory import return_freed_memory

def resident():
    with open("/proc/self/statm") as statm:
        return int(statm.read().split()[1]) * 4096

if sys.argv[1] == "set":
    return_freed_memory()
before = resident()
living, bodies = [], []
for _ in range(1500):
    bodies.append(bytearray(b"x") * 100_000)
    living.append(bytearray(b"x") * 2_000)
bodies.clear()
print((resident() - before) >> 20)
"""


def left_over(setting: str) -> int:
    """MB that are still there when all large blocks of a flood are freed, and small ones beside them live on."""
    done = subprocess.run([sys.executable, "-c", FLOOD, setting], capture_output=True, text=True, check=True)
    return int(done.stdout)


@pytest.mark.skipif(sys.platform != "linux", reason="only glibc keeps it, and only there is it looked at")
def test_freed_memory_goes_back_to_the_system() -> None:
    assert left_over("set") < 20
