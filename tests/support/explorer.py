"""The explorer in a browser's window: how it is opened in its three ways, touched, and compared with pictures."""

from __future__ import annotations

import base64
from collections.abc import Callable
from pathlib import Path
from typing import Any

PHONE, DESKTOP = (390, 780), (1280, 900)
"""The sizes of the windows, in points."""

MOST_UNLIKE = 6
"""How far two pictures may be apart, of 255, on the mean of their points: fonts differ from machine to machine."""

_STEPS = 4

_NOTEBOOK = """<!DOCTYPE html><html lang="en"><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>A notebook</title><style>body { margin: 0 }</style><div id="cell"></div><script type="module">
const module = await import(URL.createObjectURL(new Blob([await script()], {type: "text/javascript"})));
document.head.append(Object.assign(document.createElement("style"), {textContent: await style()}));
let hear;
const data = await shown();
const model = {get: () => data, on: (_, does) => { hear = does; }, send: async (content) => hear(await asked(content))};
module.default.render({model, el: document.getElementById("cell")});
document.documentElement.dataset.ready = "yes";
</script></html>"""

_DISTANCE = """async (pictures) => {
  const read = async (packed) => {
    const image = new Image();
    image.src = "data:image/png;base64," + packed;
    await image.decode();
    const canvas = Object.assign(document.createElement("canvas"), {width: image.width / 4, height: image.height / 4});
    const context = canvas.getContext("2d");
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    return context.getImageData(0, 0, canvas.width, canvas.height).data;
  };
  const [one, two] = await Promise.all(pictures.map(read));
  if (one.length !== two.length) return 255;
  return one.reduce((sum, value, place) => sum + Math.abs(value - two[place]), 0) / one.length;
}"""


def is_phone(window: Any) -> bool:
    """Whether a window is a phone's, which has fingers and no mouse."""
    return (window.viewport_size["width"], window.viewport_size["height"]) == PHONE


def opened(window: Any, address: str) -> Any:
    """The window, with the page of an address."""
    window.goto(address)
    window.wait_for_selector("html[data-ready=yes]")
    return window


def opened_notebook(window: Any, folder: Path, widget: Any) -> Any:
    """The window, with a widget as anywidget starts it; the connection to the notebook's program is played here."""
    sent: list[Any] = []
    widget.send = sent.append

    def asked(content: Any) -> Any:
        widget._handle_custom_msg(content, [])
        return sent.pop()

    answers: dict[str, Callable[..., Any]] = {
        "script": lambda: widget._esm,
        "style": lambda: widget._css,
        "shown": lambda: widget.shown,
        "asked": asked,
    }
    for name, answer in answers.items():
        window.expose_function(name, answer)
    (folder / "notebook.html").write_text(_NOTEBOOK, encoding="utf-8")
    return opened(window, (folder / "notebook.html").as_uri())


def choose(window: Any, *cells: str) -> None:
    """Click cells, or tap them with a finger."""
    for cell in cells:
        found = window.locator(f".place > .board [data-cell={cell}]")
        found.tap() if is_phone(window) else found.click()


def waits_for(window: Any, part: str, words: str) -> str:
    """The text of a part of the page, once it has some words."""
    window.locator(part, has_text=words).wait_for()
    text: str = window.locator(part).inner_text()
    return text


def drag(window: Any, part: Any, across: float, down: float) -> None:
    """Drag something from its middle, with a mouse or with a finger."""
    box = part.bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    points = [(x + across * step / _STEPS, y + down * step / _STEPS) for step in range(_STEPS + 1)]
    if not is_phone(window):
        window.mouse.move(*points[0])
        window.mouse.down()
        for point in points[1:]:
            window.mouse.move(*point)
        window.mouse.up()
        return
    fingers = window.context.new_cdp_session(window)
    for kind, touched in [
        ("touchStart", points[:1]),
        *(("touchMove", [each]) for each in points[1:]),
        ("touchEnd", []),
    ]:
        where = [{"x": left, "y": top} for left, top in touched]
        fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": where})
    fingers.detach()


def still(part: Any) -> bytes:
    """A picture of a part of the page, once it no longer changes."""
    pictures = [part.screenshot(), part.screenshot()]
    while pictures[-1] != pictures[-2]:
        pictures.append(part.screenshot())
    return pictures[-1]


def distance(window: Any, one: bytes, other: bytes) -> float:
    """How far two pictures are apart, of 255, on the mean of their points; 255 if their sizes differ."""
    found: float = window.evaluate(_DISTANCE, [base64.b64encode(each).decode() for each in (one, other)])
    return found
