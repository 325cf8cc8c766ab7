"""The explorer in a notebook: the same script, which asks through the notebook's own connection."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..errors import OptionError, ShadowmateError
from .page import resource
from .service import Service

if TYPE_CHECKING:
    from anywidget import AnyWidget


def widget(service: Service, title: str) -> AnyWidget:
    """The explorer as a widget.

    Args:
        service: what answers.
        title: what is written above the board.

    Raises:
        OptionError: if anywidget is not installed.
    """
    try:
        import traitlets
        from anywidget import AnyWidget
    except ImportError as error:
        raise OptionError(
            f"explore() needs {error.name}, which is not installed: pip install 'shadowmate[notebook]'"
        ) from error

    class Explorer(AnyWidget):
        """A board that answers what its script asks."""

        _esm = resource("explorer.js")
        _css = resource("explorer.css")
        shown = traitlets.Dict().tag(sync=True)

    def answer(found: AnyWidget, content: Any, _buffers: object) -> None:
        reply: dict[str, Any]
        try:
            reply = {"answer": service.answer(content["question"])}
        except ShadowmateError as error:
            reply = {"error": str(error)}
        found.send({"id": content["id"], **reply})

    made = Explorer(shown={"title": title, **service.data()})
    made.on_msg(answer)
    return made
