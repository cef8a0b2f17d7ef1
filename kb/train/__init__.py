"""Offline: everything that is learned from records, and the figures that say how well.

Uses NumPy and scikit-learn, whose import takes a second; nothing on the match path imports this package.
What is learned is written as plain numbers, which the match path reads without either.
"""
