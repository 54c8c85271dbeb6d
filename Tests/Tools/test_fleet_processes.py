"""The fleet's tests and tools find out correctly what a process does. Run by tools/test shell."""

import os
import socket
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tools/fleet.d"))

from processes import open_sockets  # noqa: E402


class Sockets(unittest.TestCase):
    def test_descriptor_closes_while_sockets_are_counted(self):
        # For its own process, that is the descriptor with which it lists them.
        before = open_sockets(os.getpid())
        with socket.socket(), socket.socket():
            self.assertEqual(open_sockets(os.getpid()) - before, 2)
        self.assertEqual(open_sockets(os.getpid()), before)


if __name__ == "__main__":
    unittest.main()
