"""Shared machines: one boot per configuration, for all scenarios and modules that use it.

    class Rating(MachineCase):
        display = "virtio"

        def test_tap(self):
            plugged = self.vm.add_panel(PANEL.evemu())
            ...
            self.assert_shows(expected)

`tearDown` removes the test's processes and panels. A test that ruins its machine (by a power
cut, for example) boots its own with `self.fresh_machine()`.
"""

import atexit
import sys
import unittest
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(REPOSITORY / "tools"))

from vmkit import compare  # noqa: E402
from vmkit.machine import Machine  # noqa: E402
from vmkit.qemu import VMTimeout  # noqa: E402

REPORTS = REPOSITORY / ".build" / "vm-failures"

_MOST = 4  # machines at a time, half a gigabyte each; an idle machine uses no processor
_running = {}  # in order of last use


def shared_machine(**configuration):
    """Return the running machine of this configuration, booting it if necessary."""
    key = tuple(sorted(configuration.items()))
    machine = _running.pop(key, None)
    if machine and not machine.alive:
        machine.close()  # a scenario stopped it, so boot a new one
        machine = None
    if not machine:
        if len(_running) == _MOST:
            _running.pop(next(iter(_running))).close()
        machine = Machine(**configuration).__enter__()
    _running[key] = machine
    return machine


@atexit.register
def _retire():
    for machine in _running.values():
        machine.close()


class MachineCase(unittest.TestCase):
    """Tests on one kind of machine, which subclasses define."""

    arch = "amd64"
    display = "virtio"
    size = (800, 480)
    append = ""

    @property
    def vm(self):
        return shared_machine(arch=self.arch, display=self.display, size=self.size, append=self.append)

    def fresh_machine(self, **configuration):
        """Boot a machine for this test alone."""
        own = {"arch": self.arch, "display": self.display, "size": self.size, "append": self.append}
        machine = Machine(**{**own, **configuration})
        self.addCleanup(machine.close)
        return machine.boot()

    def tearDown(self):
        for machine in _running.values():
            if machine.alive:
                machine.stop_all()

    def assert_picture(self, expected, actual):
        """Check that two pictures are identical; otherwise write expected | difference | actual to .build/vm-failures."""
        compare.check(expected, actual, REPORTS / f"{self.id()}.png")

    def assert_shows(self, expected, timeout=20):
        """Check that the screen shows exactly this picture, allowing for drivers that present late."""
        try:
            self.vm.wait_for_picture(expected.__eq__, timeout)
        except VMTimeout:
            self.assert_picture(expected, self.vm.picture())
