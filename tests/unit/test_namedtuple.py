"""Our NamedTuple does what `typing.NamedTuple` does."""

from __future__ import annotations

import copy
import pickle
import typing

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kb.namedtuple import NamedTuple


class Ours(NamedTuple):
    """A docstring."""

    name: str
    size: int = 3
    tags: tuple[str, ...] = ()

    @property
    def double(self) -> int:
        return self.size * 2


class Theirs(typing.NamedTuple):
    """A docstring."""

    name: str
    size: int = 3
    tags: tuple[str, ...] = ()


class Empty(NamedTuple):
    """Without fields."""


def test_fields_and_defaults():
    assert Ours._fields == Theirs._fields
    assert Ours._field_defaults == Theirs._field_defaults
    assert Ours.__match_args__ == Theirs.__match_args__
    assert Ours.__doc__ == "A docstring."


@given(st.text(), st.integers(), st.tuples(st.text()))
def test_values_come_by_position_and_by_name(name, size, tags):
    for kind in (Ours, Theirs):
        made = kind(name, size=size, tags=tags)
        assert (made.name, made.size, made.tags) == (name, size, tags)
        assert made == (name, size, tags) == kind(name, size, tags) == kind(tags=tags, size=size, name=name)
        assert hash(made) == hash((name, size, tags))
        assert list(made) == [name, size, tags]
        assert made._asdict() == {"name": name, "size": size, "tags": tags}
        assert made._replace(size=size + 1) == (name, size + 1, tags)
        assert kind._make([name, size, tags]) == made
        assert type(made._replace(size=1)) is kind
        assert repr(made) == f"{kind.__name__}(name={name!r}, size={size!r}, tags={tags!r})"


def test_missing_values_take_their_defaults():
    assert Ours("x") == Theirs("x") == ("x", 3, ())
    assert Ours("x", tags=("a",)) == ("x", 3, ("a",))


@pytest.mark.parametrize("kind", [Ours, Theirs])
@pytest.mark.parametrize(
    ("values", "named"),
    [((), {}), (("a", 1, (), 2), {}), (("a",), {"name": "b"}), (("a",), {"colour": 1}), ((), {"size": 1})],
)
def test_wrong_calls_are_type_errors(kind, values, named):
    with pytest.raises(TypeError):
        kind(*values, **named)


@pytest.mark.parametrize("kind", [Ours, Theirs])
def test_it_cannot_be_changed(kind):
    made = kind("x")
    with pytest.raises(AttributeError):
        made.size = 4
    with pytest.raises(AttributeError):
        made.colour = "red"
    with pytest.raises((TypeError, ValueError)):
        made._replace(colour="red")


def test_it_is_a_tuple_with_methods_of_its_own():
    made = Ours("x", 5)
    assert isinstance(made, tuple)
    assert made.double == 10
    assert made[1] == 5
    assert made < Ours("y")
    name, size, tags = made
    assert (name, size, tags) == made


def test_it_can_be_matched_copied_and_pickled():
    match Ours("x", 5):
        case Ours(name, size):
            assert (name, size) == ("x", 5)
        case _:
            raise AssertionError
    made = Ours("x", tags=("a",))
    for copied in (copy.copy(made), copy.deepcopy(made), pickle.loads(pickle.dumps(made))):
        assert copied == made
        assert type(copied) is Ours


def test_it_may_have_no_fields():
    assert Empty() == ()
    with pytest.raises(TypeError):
        Empty(1)
