"""Lessons at the terminal: one thing is asked at a time, with what may be typed to do it."""

from __future__ import annotations

from rich.console import Console
from rich.markup import escape

from sandtable.cli import names, show, table
from sandtable.cli.keyboard import typed
from sandtable.cli.prompt import say
from sandtable.cli.sitting import Sitting
from sandtable.core.rules import Citation
from sandtable.core.system import System, codes, find
from sandtable.play.lessons import Course, StepSeen, begin_lesson

LOOKS = {"path": "way", "starving": "supply"}  # other words for the same here


def listed() -> None:
    screen, rows = show.console(), list[tuple[str, str]]()
    for code in codes():
        system = find(code)
        for lesson in system.lessons() if isinstance(system, System) else ():
            rows.append((f"{code}:{lesson.id}", f"{lesson.title}, {lesson.minutes} min. {lesson.text}"))
    screen.print(show.pairs(rows))
    show.hint(screen, "take one with ", f"learn {rows[0][0]}")


def learn(name: str) -> None:
    """Until all steps are done, or the learner leaves."""
    course, screen = begin_lesson(name), show.console()
    sitting = Sitting(course.session, screen, course.lesson.seed, course=course)
    say(screen, f"[bold]{escape(course.lesson.title)}[/bold] · {escape(course.lesson.text)}")
    say(screen, "[dim]? explains what can be typed, quit leaves.[/dim]")
    while True:
        course.run()
        table.show_events(sitting, course.side)
        ask, step = course.session.ask, course.step()
        tell(screen, course, step)
        if step.done or ask is None or not table.one_answer(sitting, ask, typed):
            break
    if not course.done:
        say(screen, f"The lesson is not finished; `{names.command()} learn {name}` begins it again.")


def tell(screen: Console, course: Course, step: StepSeen) -> None:
    """What has been done, and what is to be done next."""
    if step.told:
        screen.print(step.told, width=min(screen.width, show.PROSE), markup=False, highlight=False)
    rule = Citation(course.session.system.book, step.rule)
    head = "" if step.done else f"Step {step.nth} of {step.of} ({rule}): "
    screen.print()
    screen.print(f"{head}{step.text}", width=min(screen.width, show.PROSE), style="bold", markup=False, highlight=False)
    if not step.done:
        say(screen, f"[dim]type[/dim] [cyan]{escape(to_type(step))}[/cyan]")


def to_type(step: StepSeen) -> str:
    """The words that do a step, as they are typed here."""
    if step.wants != "look":
        return " ".join(step.words)
    what, *about = step.words
    return " ".join(about if what == "draft" else [LOOKS.get(what, what), *about])
