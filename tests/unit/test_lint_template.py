"""The words of the template are found wherever they are left in a record, and nowhere else."""

from __future__ import annotations

import copy
import json
import os
from typing import Any

import pytest

from kb import config, lint

with open(os.path.join(config.records_dir(), "TEMPLATE.json"), encoding="utf-8") as file:
    TEMPLATE = json.load(file)


def places(value: Any, steps: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:
    """Places of the texts that tell what to write: those with a space."""
    if isinstance(value, str):
        return [steps] if " " in value else []
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [place for key, item in items for place in places(item, (*steps, key))]


PLACES = places(TEMPLATE)
DURATIONS = {"/timeline/detected_after", "/timeline/resolved_after"}
FIGURES = {"/signature/0", "/timeline/started_at", "/timeline/ended_at", *DURATIONS}
"""Places of the figures that the template gives as examples."""


def with_text(document: dict[str, Any], place: tuple[str | int, ...], text: str) -> None:
    """Put a text at a place of a document."""
    holder: Any = document
    for step in place[:-1]:
        holder = holder[step]
    holder[place[-1]] = text


def filled_in() -> dict[str, Any]:
    """The template with every field written anew."""
    document = copy.deepcopy(TEMPLATE)
    for number, place in enumerate(PLACES):
        with_text(document, place, f"OSD {number} 과 etcd leader {number} lost")
    document |= {"id": "OPS-2026-0007", "org_slug": "hanbit"}
    document["sources"][0]["url"] = "https://status.example.org/7"
    document["signature"][0] |= {"from": 900, "to": 450}
    document["timeline"] |= {"started_at": "2026-02-03T04:05:00Z", "ended_at": "2026-02-03T05:05:00Z"}
    document["timeline"] |= {"detected_after": "PT4M", "resolved_after": "PT1H"}
    return document


def told(document: dict[str, Any]) -> list[str]:
    """Where the check speaks."""
    return [finding.pointer for finding in lint.check_record(document) if finding.code == "KB033"]


def pointer(place: tuple[str | int, ...]) -> str:
    return "".join(f"/{step}" for step in place)


def test_the_unedited_template_is_refused_field_by_field():
    document = TEMPLATE | {"id": "OPS-2026-0007"}
    assert set(told(document)) == {pointer(place) for place in PLACES} | {"/org_slug", "/sources/0/url"} | FIGURES
    assert told(TEMPLATE)[0] == "/id"


def test_a_record_in_ones_own_words_is_taken():
    assert told(filled_in()) == []


@pytest.mark.parametrize("place", PLACES, ids=pointer)
def test_one_field_that_was_forgotten_is_named(place):
    document = filled_in()
    with_text(document, place, "  " + text_at(place).upper().replace(" ", "\n ") + " ")
    assert told(document) == [pointer(place)]


@pytest.mark.parametrize("place", [place for place in PLACES if place[0] in ("title", "symptoms_text")])
def test_words_of_ones_own_before_and_after_a_sentence_of_the_template(place):
    document = filled_in()
    with_text(document, place, f"GPU 7 fell off. {text_at(place)} 그리고 etcd.")
    assert told(document) == [pointer(place)]


def test_no_shipped_record_holds_words_of_the_template():
    folder = os.path.join(config.records_dir(), "incidents")
    for parent, _, names in os.walk(folder):
        for name in names:
            with open(os.path.join(parent, name), encoding="utf-8") as file:
                assert told(json.load(file)) == [], name


def text_at(place: tuple[str | int, ...]) -> str:
    value: Any = TEMPLATE
    for step in place:
        value = value[step]
    return str(value)


def test_a_metric_that_moved_as_in_the_template_is_no_word_of_it():
    document = filled_in()
    document["signature"][0] = TEMPLATE["signature"][0]
    assert told(document) == []
    document["timeline"]["ended_at"] = TEMPLATE["timeline"]["ended_at"]
    assert told(document) == ["/signature/0", "/timeline/ended_at"]


def test_one_duration_may_be_that_of_the_template_and_not_both():
    document = filled_in()
    document["timeline"]["detected_after"] = TEMPLATE["timeline"]["detected_after"]
    assert told(document) == []
    document["timeline"]["resolved_after"] = TEMPLATE["timeline"]["resolved_after"]
    assert set(told(document)) == DURATIONS
