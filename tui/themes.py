"""The three themes: dark, light, high contrast. Meaning never rests on red against green: severities carry a letter
and a shape, what fits is blue and what differs is amber.

`kb-dim` is text in the background, `kb-rule` lines and boxes, `kb-cursor` what the cursor lies on. Text has a contrast
of at least 4.5:1 on all that it stands on, lines and boxes of 3:1 (WCAG 2.2, criteria 1.4.3 and 1.4.11).
"""

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
    variables={
        "block-cursor-text-style": "none",
        "input-selection-background": "#7AA2F7 35%",
        "kb-dim": "#9AA3C0",
        "kb-rule": "#7D86A6",
        "kb-cursor": "#2A3450",
    },
)
LIGHT = Theme(
    name="kb-light",
    primary="#1F5FBF",
    secondary="#7A3FB0",
    accent="#0A6678",
    foreground="#1E2430",
    background="#FAFAF7",
    surface="#F0F1EC",
    panel="#E2E5DF",
    success="#0B61C4",
    warning="#8A5A00",
    error="#B3193E",
    dark=False,
    variables={
        "block-cursor-text-style": "none",
        "input-selection-background": "#1F5FBF 25%",
        "kb-dim": "#5C6370",
        "kb-rule": "#747B73",
        "kb-cursor": "#D6E4F7",
    },
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
    variables={
        "block-cursor-text-style": "bold",
        "input-selection-background": "#FFFF00 50%",
        "kb-dim": "#D0D0D0",
        "kb-rule": "#A0A0A0",
        "kb-cursor": "#00356B",
    },
)
THEMES = (DARK, LIGHT, CONTRAST)
