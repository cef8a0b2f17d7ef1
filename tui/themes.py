"""The three themes: dark, light, high contrast. Meaning never rests on red against green: severities carry a letter
and a shape, what fits is blue and what differs is amber."""

from __future__ import annotations

from textual.theme import Theme

DARK = Theme(
    name="kb-dark",
    primary="#7AA2F7",
    secondary="#BB9AF7",
    accent="#7DCFFF",
    foreground="#C8D0E8",
    background="#14161E",
    surface="#1B1E29",
    panel="#252938",
    success="#73B8FF",
    warning="#E0AF68",
    error="#F7768E",
    dark=True,
    variables={"block-cursor-text-style": "none", "input-selection-background": "#7AA2F7 35%", "kb-dim": "#8A93B0"},
)
LIGHT = Theme(
    name="kb-light",
    primary="#1F5FBF",
    secondary="#7A3FB0",
    accent="#0B7285",
    foreground="#1E2430",
    background="#FAFAF7",
    surface="#F0F1EC",
    panel="#E2E5DF",
    success="#0B61C4",
    warning="#8A5A00",
    error="#B3193E",
    dark=False,
    variables={"block-cursor-text-style": "none", "input-selection-background": "#1F5FBF 25%", "kb-dim": "#5C6370"},
)
CONTRAST = Theme(
    name="kb-contrast",
    primary="#FFFFFF",
    secondary="#FFFF00",
    accent="#00FFFF",
    foreground="#FFFFFF",
    background="#000000",
    surface="#000000",
    panel="#303030",
    success="#00FFFF",
    warning="#FFFF00",
    error="#FF80FF",
    dark=True,
    variables={"block-cursor-text-style": "bold", "input-selection-background": "#FFFF00 50%", "kb-dim": "#D0D0D0"},
)
THEMES = (DARK, LIGHT, CONTRAST)
