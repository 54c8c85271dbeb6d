"""What every test on a machine shares: one boot per configuration, however many scenarios and modules use it.

    class Rating(MachineCase):
        display = "virtio"

        def test_tap(self):
            plugged = self.vm.add_panel(PANEL.evemu())
            ...
            self.assert_shows(expected)

A test leaves no process and no panel behind: `tearDown` sees to it. A test that ruins its machine (a power
cut, say) takes one of its own with `self.fresh_machine()`.
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

_MOST = 4  # machines at a time, half a gigabyte each; an idle one takes no processor
_running = {}  # the one that was used last comes last


def shared_machine(**configuration):
    """The running machine of this configuration, booted by the first who asks."""
    key = tuple(sorted(configuration.items()))
    machine = _running.pop(key, None)
    if machine and not machine.alive:
        machine.close()  # a scenario ended it; the next one gets a new one
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
    """Tests on one kind of machine; subclasses say which."""

    arch = "amd64"
    display = "virtio"
    size = (800, 480)
    append = ""

    @property
    def vm(self):
        return shared_machine(arch=self.arch, display=self.display, size=self.size, append=self.append)

    def fresh_machine(self, **configuration):
        """A machine for this test alone."""
        own = {"arch": self.arch, "display": self.display, "size": self.size, "append": self.append}
        machine = Machine(**{**own, **configuration})
        self.addCleanup(machine.close)
        return machine.boot()

    def tearDown(self):
        for machine in _running.values():
            if machine.alive:
                machine.stop_all()

    def assert_picture(self, expected, actual):
        """Equal to the last bit; otherwise expected | difference | actual is a PNG in .build/vm-failures."""
        compare.check(expected, actual, REPORTS / f"{self.id()}.png")

    def assert_shows(self, expected, timeout=5):
        """The screen shows exactly this, at once or soon: drivers may present a little later."""
        try:
            self.vm.wait_for_picture(expected.__eq__, timeout)
        except VMTimeout:
            self.assert_picture(expected, self.vm.picture())
