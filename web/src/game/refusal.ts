// Why something did not come about: a rule or the server says no; or the server failed, which is nobody's fault here.
import { t } from "../texts/texts";
import { Refused as NotFetched } from "../wire/api";
import { Lost, Refused } from "../wire/socket";
import type { Reason } from "../wire/types";

const FAILED: ReadonlySet<string> = new Set(["bug", "not stored"]); // of the codes of a socket
const FAILURE = 500; // and above, of a status

/** How it is headed: what was tried, where that was refused; else that the server failed. */
export function headed(error: unknown, tried = t("game.refused")): string {
  const failed =
    (error instanceof Refused && isFailure(error.code)) ||
    (error instanceof NotFetched && (error.status === 0 || error.status >= FAILURE));
  return failed ? t("game.failed") : tried;
}

export function isFailure(code: string): boolean {
  return FAILED.has(code);
}

export function reasonsOf(error: unknown): Reason[] {
  if (error instanceof Refused) return error.reasons.length > 0 ? error.reasons : [said(error.message)];
  if (error instanceof NotFetched) return [said(error.message)];
  if (error instanceof Lost) return [said(t("game.unsent.text"))];
  throw error;
}

export function said(text: string): Reason {
  return { text, rule: "", hexes: [], units: [] };
}
