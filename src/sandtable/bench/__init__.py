"""What things cost: the floods, copies, odds and decisions that everything else is made of.

A subject is the `engine` or a scenario (`gew:campaign`). It is measured in processes of its own, several times over,
with compiled kernels and in plain Python in turn (`rounds.py`), beside a yardstick of plain Python work by which
machines can be compared. `kept.py` compares with a run that was kept.
"""
