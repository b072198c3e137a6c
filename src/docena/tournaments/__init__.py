"""Events with real cards, tables here, or both: entries, seating, results, standings (rulebook chapter 10).

An event is a fold over its log (`events`, `event`). Everything here but `store`, `paper` and `simulated` is pure.
"""
