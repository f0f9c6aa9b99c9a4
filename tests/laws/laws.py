"""The laws that are tried on random games, by their number; 7 and 11 look at definitions too, 10 and 12 at files."""

from __future__ import annotations

from collections.abc import Callable

from laws.cases import Case
from laws.chances import law_7
from laws.citations import law_11
from laws.faces import law_13
from laws.games import law_3, law_6
from laws.hidden import law_8
from laws.ledgers import law_15
from laws.picks import law_1, law_5
from laws.sentences import law_14
from laws.states import law_2, law_4, law_9

Law = Callable[[Case, int], int]  # a game of a case, by its seed; how many waits were looked at
GAME_LAWS: dict[int, Law] = {
    1: law_1, 2: law_2, 3: law_3, 4: law_4, 5: law_5, 6: law_6, 7: law_7, 8: law_8, 9: law_9, 11: law_11, 13: law_13,
    14: law_14, 15: law_15,
}  # fmt: skip
