"""A game to look at, as one side sees it: the map about what is asked as text, the whole board as pixels."""

from __future__ import annotations

from io import StringIO
from typing import Any

import numpy as np
import numpy.typing as npt
from rich.console import Console

from sandtable.cli.excerpt import Excerpt
from sandtable.core.rules import Hex, Side
from sandtable.core.views import View
from sandtable.draw.picture import picture_of
from sandtable.draw.raster import paint
from sandtable.env.episode import Episode
from sandtable.env.game import Game
from sandtable.play.explain import question

MODES = ("human", "ansi", "rgb_array")
COLUMNS = 100  # letters from left to right
PIXELS = 960


def rendered(episode: Episode, side: Side, mode: str | None) -> Any:  # as its mode says
    """What Gymnasium and PettingZoo mean by a mode: "ansi" a text, "rgb_array" pixels, "human" prints the text."""
    if mode == "rgb_array":
        return pixels(episode.game, side)
    if mode is not None:
        text = ansi(episode, side)
        if mode == "ansi":
            return text
        print(text)
    return None


def ansi(episode: Episode, side: Side) -> str:
    """How far the game is, what is asked, what has been picked, and the map there."""
    game, scenario = episode.game, episode.game.scenario
    view = scenario.system.hidden.view(game.state, side)
    lines = [f"{scenario.spoken_sides[side]}, {scenario.system.standing.when(game.state)}".rstrip(", ")]
    if episode.told:
        lines.append(episode.told["outcome"])
    elif (ask := game.ask) is not None and ask.side == side:
        lines.append(question(game.state, ask.form, game.draft))
        lines.append(" ".join(map(game.numbering.name, game.picked)))
    screen = Console(file=StringIO(), width=COLUMNS, color_system=None)
    first, end = game.numbering.places, game.numbering.numbers
    lit = [Hex(number - first) for number in game.offered if first <= number < end] if game.ask is not None else []
    excerpt = Excerpt(scenario, view, centre(game, view, lit), lit, screen)
    return "\n".join([*lines, *(line.plain for line in excerpt.lines())])


def centre(game: Game, view: View, lit: list[Hex]) -> Hex:
    """Where what is asked lies: a place that may be picked, or a unit that has been or may be."""
    numbering, hexes = game.numbering, game.scenario.board.hexes
    units = [number - numbering.units for number in (*reversed(game.picked), *game.offered)]
    named = [view.read("hex_of")[unit] for unit in units if 0 <= unit < len(game.scenario.counters)]
    places = [*named, *lit, *(seen.place for seen in view.units)]
    return next((Hex(place) for place in places if 0 <= place < hexes), Hex(0))


def pixels(game: Game, side: Side) -> npt.NDArray[np.uint8]:
    """The board with its counters, red, green and blue."""
    drawn = picture_of(game.scenario.system.hidden.view(game.state, side), game.scenario)
    return np.asarray(paint(drawn, PIXELS / drawn.width), np.uint8)
