from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kb.signals.series import describe

STEADY = [100.0, 101, 99.5, 100.2, 100.8, 99.9, 100.1, 100.4]


@pytest.mark.parametrize(
    ("values", "kind", "direction"),
    [
        (STEADY, "flat", "flat"),
        (STEADY + [value * 0.5 for value in STEADY], "shift", "down"),
        ([105.1, 105.2, 105.1, 105.2, 111.1, 111.2, 111.1, 111.2], "shift", "up"),
        ([900.0, *STEADY], "flat", "flat"),
        ([*STEADY, 400.0, *STEADY], "spike", "spike"),
        ([*STEADY, 50.0, *STEADY, 50.0, *STEADY, 50.0, *STEADY], "dips", "periodic"),
        ([*STEADY, 0, 0, 0], "stuck", "down"),
        ([float(value) for value in range(10, 40)], "growth", "up"),
    ],
)
def test_shapes(values: list[float], kind: str, direction: str) -> None:
    shape = describe(values)
    assert shape is not None
    assert (shape.kind, shape.direction) == (kind, direction)


def test_too_few() -> None:
    assert describe([]) is None
    assert describe([1.0]) is None
    assert describe([float("nan"), 1.0]) is None


@given(st.lists(st.floats(-1e9, 1e9), min_size=2, max_size=60))
def test_any_series(values: list[float]) -> None:
    shape = describe(values)
    assert shape is not None
    assert 0 <= shape.place < len(values)
