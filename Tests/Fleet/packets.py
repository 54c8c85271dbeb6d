"""Packets of MQTT, for the brokers that the tests play."""


def read_packet(read):
    """Return the first byte and the body of a packet. `read` returns the next bytes of a connection, as many as it is asked for."""
    kind = read(1)[0]
    length = shift = 0
    while True:
        byte = read(1)[0]
        length |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            return kind, read(length)
