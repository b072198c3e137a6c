"""The rulebook as code: one module for each chapter, each function with its clause.

`setup` 2, `piles` 3, `turn` 4, `winning` 5, `partners` 6, `situations` 7, `die` 8, `coins` 9; chapter 1 and what an
edition makes of all of it are data, in `docena.core.editions`. `docena.engine.step` puts the chapters together.
"""
