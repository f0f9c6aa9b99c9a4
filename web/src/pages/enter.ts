// Sitting down: what happens between a game made and its board.
import { setBriefed } from "../game/seen";
import { go } from "../router";
import { info, take } from "../wire/api";
import { keep } from "../wire/keys";
import type { Made } from "../wire/types";

export interface Sitting {
  title: string; // "" to have the server's
  mine: string[]; // the sides played at this browser
  lesson?: string;
  brought?: boolean; // from a record
}

/** Keep the keys and take one's seats; those of others are not kept. */
export async function sit(made: Made, sitting: Sitting): Promise<void> {
  const { game, keys } = made;
  const seat = sitting.mine[0] ?? "watch";
  const own = Object.fromEntries(
    [...sitting.mine, "watch", "host"].flatMap((name) => (keys[name] ? [[name, keys[name]]] : [])),
  );
  const { title, lesson = "", brought = false } = sitting;
  keep({ game, title, keys: own, seat, table: sitting.mine.length > 1, lesson, brought });
  const key = own[seat];
  if (!key) return;
  const known = await info(game, key);
  keep({ game, title: sitting.title || known.title });
  for (const side of sitting.mine) {
    const joined = known.seats.find((one) => one.side === side)?.joined;
    if (known.started || joined) continue;
    const taken = await take(game, side, own[side] ?? "");
    keep({ game, keys: { [side]: taken.key } });
  }
}

/** A game made for this browser alone: a lesson, a record, a fork. What it is about is told when it is asked for. */
export async function enter(made: Made, sitting: Partial<Sitting> = {}): Promise<void> {
  const mine = Object.keys(made.keys).filter((name) => name !== "watch" && name !== "host");
  setBriefed(made.game);
  await sit(made, { title: "", mine, ...sitting });
  go({ page: "game", game: made.game, at: null });
}
