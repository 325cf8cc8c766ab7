"""What makes tests independent of the clock; `conftest.py` loads it as a plugin.

A slow machine must not change the result of a test. So hypothesis has no deadlines, and commands show no progress,
whose lines come after some seconds. A test of progress itself turns it on again.
"""

from __future__ import annotations

import os

from hypothesis import HealthCheck, settings

settings.register_profile("no clock", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("no clock")

os.environ["SHADOWMATE_PROGRESS"] = "off"  # processes that tests start inherit it
