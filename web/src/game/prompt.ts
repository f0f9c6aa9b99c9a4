// One sentence about where the game stands: whose turn, and what is wanted.
import { t } from "../texts/texts";
import type { Known } from "./apply";
import type { Game } from "./state.svelte";

export interface Prompt {
  side: string; // whose colour it wears
  who: string;
  text: string;
}

export function promptOf(
  game: Pick<Game, "known" | "shown" | "past" | "live" | "film" | "answers" | "thought">,
  name: (side: string) => string,
): Prompt {
  const { known } = game;
  if (!known) return { side: "", who: "", text: t("game.line.connecting") };
  const side = game.shown?.to_play ?? known.to_play;
  const who = side ? name(side) : t("game.nobody");
  if (game.past !== null) return { side, who, text: t("game.prompt.past") };
  if (!game.live) return { side, who, text: t("game.prompt.film", { n: game.film.frames.length }) };
  if (known.outcome) return { side: known.outcome.winner, who: t("game.over"), text: known.outcome.text };
  if (!known.started) return { side: "", who: t("game.waiting"), text: t("game.prompt.join") };
  if (known.question) return { side, who, text: known.question.text };
  if (known.thinking && game.thought !== null) return { side, who, text: planningText(known, name) };
  if (known.thinking && game.answers === 0) return { side, who, text: t("game.prompt.thinks", { who }) };
  if (known.thinking) return { side, who, text: t("game.prompt.thinking", { who, n: game.answers }) };
  return { side, who, text: t("game.prompt.wait", { who }) };
}

/** Who makes a plan for whom. */
export function planningText(known: Known, name: (side: string) => string): string {
  const level = known.seats.find((seat) => seat.side === known.to_play)?.computer ?? "";
  return t("game.prompt.planning", { who: name(known.to_play), level });
}
