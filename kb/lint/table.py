"""Every check there is, in the order of its code. `kb validate --help` and the tests read this table.

A new check is a class in the module of its family, a line here, and a broken fixture
`tests/fixtures/lint/<code>-<name>.json` that raises its code and no other.
"""

from __future__ import annotations

from kb.lint import (
    baseline_values,
    between,
    catalogue,
    figures,
    reading,
    reusable_checks,
    shape,
    template,
    terms,
    texts,
    twins,
    values,
    vocabularies,
)
from kb.lint.model import Check

CHECKS: tuple[Check, ...] = (
    reading.Unreadable(),
    reading.NotJson(),
    reading.EmptyFile(),
    reading.ByteOrderMark(),
    reading.InvalidUtf8(),
    reading.DuplicateKey(),
    reading.NotANumber(),
    reading.NumberOutOfRange(),
    reading.LoneSurrogate(),
    reading.TooDeep(),
    reading.NotARecord(),
    shape.WrongType(),
    shape.MissingField(),
    shape.BadId(),
    shape.BadDate(),
    shape.BadValue(),
    values.BadTime(),
    values.EndBeforeStart(),
    values.ResolvedBeforeDetected(),
    values.NoTitle(),
    values.BadDuration(),
    values.IdNotFileName(),
    terms.UnknownTerm(),
    texts.NotNfc(),
    texts.MissingLanguage(),
    texts.EmptyText(),
    texts.MissingRecommended(),
    texts.DuplicateSource(),
    figures.FiguresDiffer(),
    texts.SummaryEqualsSymptoms(),
    texts.ControlCharacters(),
    texts.PrivateAddress(),
    texts.MisspeltKey(),
    template.TemplateText(),
    between.UnknownLink(),
    between.OneWayLink(),
    between.AliasClash(),
    between.SharedSource(),
    twins.NearDuplicate(),
    between.DuplicateId(),
    between.LinkKindsDiffer(),
    vocabularies.TermIncomplete(),
    vocabularies.SynonymClash(),
    vocabularies.BadTermId(),
    vocabularies.UnusedTerm(),
    catalogue.CatalogueField(),
    catalogue.CatalogueId(),
    catalogue.CatalogueTerm(),
    reusable_checks.UnclearReadings(),
    reusable_checks.UnderstatedRisk(),
    catalogue.CatalogueText(),
    catalogue.CatalogueFigures(),
    baseline_values.BaselineValue(),
    reusable_checks.UnknownCheck(),
    reusable_checks.OrphanCheck(),
)

UNREADABLE, NOT_A_RECORD = CHECKS[0], CHECKS[10]
READING = tuple(check for check in CHECKS if isinstance(check, reading.ReadingCheck))
VOCABULARY = tuple(check for check in CHECKS if isinstance(check, vocabularies.VocabularyCheck))
CATALOGUE = tuple(check for check in CHECKS if isinstance(check, catalogue.CatalogueCheck))
RECORD = tuple(check for check in CHECKS if check not in (*READING, *VOCABULARY, *CATALOGUE))
"""Checks of a record and of a corpus; a check that looks at one only finds nothing in the other."""
