// How a kept game stands, in a sentence.
import { t } from "../texts/texts";
import type { Refused } from "../wire/api";
import type { Kept } from "../wire/keys";
import type { GameInfo } from "../wire/types";

export interface Standing {
  text: string;
  tone: "turn" | "quiet" | "lost"; // turn: somebody at this browser is asked
}

export function standing(kept: Kept, game: GameInfo): Standing {
  if (game.outcome) return { text: game.outcome.text || t("mine.over"), tone: "quiet" };
  if (game.taught) return { text: t("mine.taught"), tone: "quiet" };
  if (!game.started) return { text: t("mine.waiting"), tone: "quiet" };
  const side = game.seats.find((seat) => seat.side === game.to_play);
  const name = side?.name ?? game.to_play;
  if (game.to_play in kept.keys) {
    const alone = !kept.table;
    return { text: alone ? t("mine.turn.yours") : t("mine.turn.here", { side: name }), tone: "turn" };
  }
  return { text: t("mine.turn.theirs", { side: name }), tone: "quiet" };
}

/** Why a game could not be asked about. */
export function missing(error: Refused): Standing {
  if (error.status === 404) return { text: t("mine.lost"), tone: "lost" };
  if (error.status === 401 || error.status === 403) return { text: t("mine.revoked"), tone: "lost" };
  return { text: error.message, tone: "lost" };
}

/** "today 14:05", "3 March". */
export function told(iso: string, now = new Date(), language = "en"): string {
  const then = new Date(iso);
  if (Number.isNaN(then.getTime())) return "";
  const time = then.toLocaleTimeString(language, { hour: "2-digit", minute: "2-digit", hour12: false });
  if (then.toDateString() === now.toDateString()) return t("mine.today", { time });
  return then.toLocaleDateString(language, {
    day: "numeric",
    month: "long",
    ...(then.getFullYear() === now.getFullYear() ? {} : { year: "numeric" }),
  });
}
