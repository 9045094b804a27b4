"""What Textual does for each app that many apps in one process cannot afford, and what is done instead.

Each entry says why, and for which version of Textual it was needed; tests/tui/test_lean.py fails when one is needed no
more. What is known to hurt others needs nothing here, because scenes paint themselves (`bloodfang_tui.scene`):

- colours of one depth that show up at another: frames are written from our own paints, one `Look` for each depth;
- a reference cycle for each line that is cut, and changes that are written from the left edge on: no frame passes
  through strips or the compositor, and a key press leaves nothing to collect;
- caches that keep dead widgets: there are no widgets, and of a closed app nothing is kept;
- a stylesheet parsed for each app: there is none;
- four frames at the start: the second and later ones are written as changes, of which there are none.

Who runs several apps still starts each in a fresh `contextvars.Context`: tasks inherit the app they were started from.
"""

from __future__ import annotations

import logging
import secrets
import sys
from typing import Any
from weakref import WeakSet

from textual.app import App
from textual.dom import DOMNode
from textual.widget import Widget
from textual.worker import Worker
from textual.worker_manager import WorkerManager

log = logging.getLogger(__name__)


class _Workers(WorkerManager):
    """8.2.8: a worker that is done and its task hold each other, by the task's context, until they are collected."""

    def _remove_worker(self, worker: Worker[Any]) -> None:
        super()._remove_worker(worker)
        worker._task = None


class LeanApp(App[int], inherit_bindings=False, inherit_css=False):
    """An app that shares its process with others: it changes nothing of theirs, and when it falls, it falls alone."""

    DEFAULT_CSS = ""

    parting = ""
    """A sentence for the player when the terminal is whole again; nothing if all went well."""

    def _settle_in(self) -> None:
        """Give back what Textual took when the app was made."""
        # 8.2.8: an app redirects sys.stdout and sys.stderr while it runs; apps that overlap restore the wrong ones.
        self._capture_stdout = sys.stdout  # type: ignore[assignment]
        self._capture_stderr = sys.stderr  # type: ignore[assignment]
        # 8.2.8: NO_COLOR and TEXTUAL_FILTERS of the process recolour every app in it; here a look decides, for one app.
        self.no_color = False
        self._filters.clear()
        self._workers = _Workers(self)
        self._were: WeakSet[Widget] = WeakSet()
        """All screens that were ever shown."""

    def _register(self, parent: DOMNode, *widgets: Widget, **words: Any) -> list[Widget]:
        self._were.update(widgets)
        return super()._register(parent, *widgets, **words)

    def take_apart(self) -> None:
        """The app is over, and nobody asks it anything any more: leave as little as can be to the garbage collector.

        8.2.8: an app, its screens and its driver hold each other, a thousand objects, until they are collected; and
        all others in the process stand still while the collector looks.
        """
        for each in (*self._were, self._driver, self):
            if each is not None:
                vars(each).clear()

    def get_css_variables(self) -> dict[str, str]:
        """None. 8.2.8: the colours of a theme are computed and parsed for each app, which is half of its start."""
        return {}

    def _set_pointer_shape(self, shape: str) -> None:
        """Left as it is. 8.2.8: OSC 22 is sent with each screen, and terminals that do not know it may print it."""

    def _handle_exception(self, error: Exception) -> None:
        """A bug ends this app and no other; the log has the traceback, and the player a number to tell.

        8.2.8: the traceback is drawn with the values of all locals, hands and seeds among them, for the stderr of the
        process; and the loop stands still meanwhile. Tests still see the error: `run_test` raises it.
        """
        self._return_code = 1
        if self._exception is None:
            self._exception = error
            self._exception_event.set()
            number = secrets.token_hex(3)
            log.error("app.crashed id=%s", number, exc_info=error)
            self.parting = f"Blood Fang had to stop. It is a bug, and its number is {number}; a match in play is kept."
        self._close_messages_no_wait()
