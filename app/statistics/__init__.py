"""Figures that decide: rows in, figures out. Pure; numpy and scipy are loaded where a figure needs them."""
