"""NamedTuple without the import of `typing`, for the match path.

`typing.NamedTuple` writes and compiles source for every class: with thirty classes and the import of
`typing` itself that is a seventh of the instructions of a cold `kb match` (counted with callgrind).
Here the fields are set on a tuple subclass directly. To a type checker the name *is* `typing.NamedTuple`,
and `TYPE_CHECKING` the constant of that module.
"""

from __future__ import annotations

from operator import itemgetter

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NamedTuple as NamedTuple
else:

    class _Fields(type):
        """Makes the annotated names of a class body the fields of a tuple, in order; assigned ones have a default."""

        def __new__(mcs, name, bases, body):
            if not bases:
                return type.__new__(mcs, name, (tuple,), body)
            fields = tuple(body.get("__annotations__", ()))
            defaults = {field: body.pop(field) for field in fields if field in body}
            body |= {field: property(itemgetter(place)) for place, field in enumerate(fields)}
            body |= {"__slots__": (), "__match_args__": fields, "_fields": fields, "_field_defaults": defaults}
            return type.__new__(mcs, name, bases, body)

    class NamedTuple(metaclass=_Fields):
        """Base of the classes; behaves as `typing.NamedTuple` does."""

        __slots__ = ()

        def __new__(cls, *values, **named):
            missing = cls._fields[len(values) :]
            if missing:
                defaults = cls._field_defaults
                try:
                    values += tuple([named.pop(field) if field in named else defaults[field] for field in missing])
                except KeyError as error:
                    raise TypeError(f"{cls.__name__} needs {error.args[0]}") from None
            if named or len(values) != len(cls._fields):
                raise TypeError(f"{cls.__name__} takes {', '.join(cls._fields)}")
            return tuple.__new__(cls, values)

        def __repr__(self):
            shown = ", ".join(f"{field}={value!r}" for field, value in zip(self._fields, self, strict=True))
            return f"{type(self).__name__}({shown})"

        def __getnewargs__(self):
            return tuple(self)

        def _asdict(self):
            return dict(zip(self._fields, self, strict=True))

        def _replace(self, /, **named):
            return type(self)(**{**self._asdict(), **named})

        @classmethod
        def _make(cls, values):
            return cls(*values)
