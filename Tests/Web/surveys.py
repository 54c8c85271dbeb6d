"""Configurations for the page of the kiosk."""

ALL_KINDS = """[kiosk]
attract = no
idle = 30
idle-warning = 10
half-given = keep
qr-url = https://example.org/{visit}
[slider]
step = half
[question a]
reasons = slow, dear
reasons-up-to = 2
[question b]
kind = faces
[question c]
kind = nps
[question d]
kind = choice
several = yes
options = bus, train, car
[question e]
kind = yes-no
[question f]
kind = effort
[question g]
kind = message
[question h]
kind = comment
[text en]
question a = How was it?
reason slow = Slow
reason dear = Dear
question b = The rooms?
question c = Recommend?
question d = How did you come?
option bus = Bus
option train = Train
option car = Car
question e = All found?
question f = How easy?
question g = Please take a leaflet.
question h = Tell us more
"""

SMALL = """[kiosk]
idle = 30
idle-warning = 10
[question service]
[text en]
question service = How was it?
"""

# Configurations with problems that do not depend on fonts.
BROKEN = {
    "an unknown key": SMALL.replace("idle =", "idel ="),
    "an unknown section": SMALL.replace("[kiosk]", "[kiosks]"),
    "invalid values": SMALL.replace("30", "soon") + "[slider]\nstars = 0\nstep = thrid\n[theme]\nbase = drak\n",
    "an order without an end": SMALL + "question b = Why?\n[question b]\nnext = service\n",
    "a missing text": "[question service]\n[question rooms]\n[text en]\nquestion service = How?\n",
    "a language without a translation": SMALL + "[text nl]\nquestion service = Hoe was het?\n",
    "low contrast": SMALL + "[theme]\ntext = #dddddd\n",
    "low contrast of stars": SMALL + "[face]\nfill = #f0ece0\nempty = #f4f0e8\nstroke = #eeeeee\n",
    "many questions": ALL_KINDS,
    "a misspelt kind and option": SMALL + "[question b]\nkind = chioce\noptions = a\n",
    "no text at all": "",
    "a line without a key": SMALL + "nonsense\n",
    "the same key twice": SMALL.replace("idle = 30", "idle = 30\nidle = 31"),
    "a valid survey": SMALL,
    "three languages": SMALL + "[text de]\nquestion service = Wie war es?\n[text ar]\nquestion service = كيف كانت خدمتنا؟\n",
}
