"""The slots of U-Boot on a card. tools/image.d/u-boot/boot.cmd describes their state."""

import zlib

_SECTOR = 512


def state(card):
    """Return the variables of the state, or None if it is not valid."""
    sector = card.read("star-env")[:_SECTOR]
    if int.from_bytes(sector[:4], "little") != zlib.crc32(sector[4:]):
        return None
    return dict(line.split("=", 1) for line in sector[4:].rstrip(b"\0").decode().split("\0"))


def set_state(card, order, a, b):
    variables = f"star_a={a}\0star_b={b}\0star_order={order}\0".encode().ljust(_SECTOR - 4, b"\0")
    card.write("star-env", zlib.crc32(variables).to_bytes(4, "little") + variables)


def first_slot(card):
    """Return the slot that U-Boot starts, as boot.cmd chooses it."""
    known = state(card) or {"star_order": "a b", "star_a": "2", "star_b": "2"}
    return next(slot for slot in known["star_order"].split() if known[f"star_{slot}"] != "0")
