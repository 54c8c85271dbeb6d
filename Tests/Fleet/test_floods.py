"""What a client of the broker can make star-courier write to its log."""

import subprocess
import unittest

from parts import FleetCase, program, wait_until

JOURNAL = "b3a1f09c-58cc-4372-a567-0e02b2c3d479"


class Floods(FleetCase):
    def test_requests_in_turn_do_not_fill_the_log(self):
        broker = self.broker()
        collector = self.collector(broker.port)
        self.kiosk.run(3)
        courier = self.courier(broker.port)
        self.wait_for_all(collector, 3)
        lines = []
        for number in range(1, 4_000):
            lines += [f"{JOURNAL} {number} {number + 500}", f"nonsense {number}"]
        subprocess.run([program("mosquitto_pub"), "-p", str(broker.port), "-V", "5", "-q", "1", "-t", "star-slider/t1/resend", "-l"],
                       input="\n".join(lines).encode(), check=True, timeout=120)
        self.kiosk.run(3)
        self.wait_for_all(collector, 6)
        wait_until(lambda: "omitting further warnings" in courier.said(), 20, courier.said)
        # The flood may reach into the next minutes on a slow machine.
        self.assertLess(courier.said().count("\n"), 100)
        self.assertIsNone(courier.process.poll())


if __name__ == "__main__":
    unittest.main()
