// Every key of the game page: what the page obeys and what the help lists is this one list.
import type { HelpKey } from "../books/Help.svelte";
import { type Key, t } from "../texts/texts";

export type Act =
  | "undo" | "redo" | "confirm" | "back" | "again" | "rest" | "hint" | "plan"
  | "supply" | "threat" | "card" | "control" | "next" | "more" | "fit"
  | "earlier" | "later" | "now" | "pause" | "step"
  | "choices" | "log" | "look" | "talk" | "panel" | "menu"
  | "briefing" | "rules" | "charts" | "sequence" | "legend" | "help"; // biome-ignore format: one line a group

export interface Shortcut {
  act: Act;
  key: string; // KeyboardEvent.key, in lower case
  ctrl?: true;
  shift?: true;
  group: "decide" | "look" | "time" | "panel" | "books";
}

export const SHORTCUTS: Shortcut[] = [
  { act: "confirm", key: "enter", group: "decide" },
  { act: "confirm", key: "enter", ctrl: true, group: "decide" }, // on the map too, where Enter picks
  { act: "back", key: "escape", group: "decide" },
  { act: "undo", key: "z", ctrl: true, group: "decide" },
  { act: "redo", key: "z", ctrl: true, shift: true, group: "decide" },
  { act: "redo", key: "y", ctrl: true, group: "decide" },
  { act: "again", key: "a", group: "decide" },
  { act: "rest", key: "e", shift: true, group: "decide" },
  { act: "hint", key: "h", group: "decide" },
  { act: "plan", key: "h", shift: true, group: "decide" },
  { act: "next", key: "n", group: "look" },
  { act: "more", key: "v", group: "look" },
  { act: "card", key: "i", group: "look" },
  { act: "supply", key: "s", group: "look" },
  { act: "threat", key: "t", group: "look" },
  { act: "control", key: "o", group: "look" },
  { act: "fit", key: "0", group: "look" },
  { act: "earlier", key: "[", group: "time" },
  { act: "later", key: "]", group: "time" },
  { act: "now", key: "\\", group: "time" },
  { act: "pause", key: " ", group: "time" },
  { act: "step", key: ".", group: "time" },
  { act: "choices", key: "c", group: "panel" },
  { act: "log", key: "l", group: "panel" },
  { act: "look", key: "k", group: "panel" },
  { act: "talk", key: "j", group: "panel" },
  { act: "panel", key: "p", group: "panel" },
  { act: "menu", key: "m", group: "panel" },
  { act: "briefing", key: "b", group: "books" },
  { act: "rules", key: "r", group: "books" },
  { act: "charts", key: "g", group: "books" },
  { act: "sequence", key: "q", group: "books" },
  { act: "legend", key: "x", group: "books" },
  { act: "help", key: "?", group: "books" },
];

export function actOf(event: KeyboardEvent): Act | null {
  const key = event.key.toLowerCase();
  const ctrl = event.ctrlKey || event.metaKey;
  const letter = /^[a-z]$/.test(key); // with other keys Shift only makes the sign
  const found = SHORTCUTS.find(
    (one) => one.key === key && (one.ctrl ?? false) === ctrl && (!letter || (one.shift ?? false) === event.shiftKey),
  );
  return event.altKey ? null : (found?.act ?? null);
}

/** Pressed alone, where numbers are typed: such keys are for the page. */
export function isLetter({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  return key.length === 1 && !/[\d\s.,+−-]/.test(key) && !ctrlKey && !metaKey && !altKey;
}

export function shortcutText(act: Act): Key {
  return `game.key.${act}`;
}

/** "Ctrl+Shift+Z" */
export function keyName(shortcut: Shortcut): string {
  const names: Record<string, string> = { " ": "Space", enter: "Enter", escape: "Esc" };
  const key = names[shortcut.key] ?? shortcut.key.toUpperCase();
  return [shortcut.ctrl ? "Ctrl" : "", shortcut.shift ? "Shift" : "", key].filter(Boolean).join("+");
}

/** The list as people read it. What the digits do is no single act: they take the first nine choices. */
export function helpKeys(): HelpKey[] {
  const digits = { group: t("game.keys.decide"), keys: "1-9", text: t("game.key.digits") };
  const found = SHORTCUTS.map((one) => ({
    group: t(`game.keys.${one.group}`),
    keys: keyName(one),
    text: t(shortcutText(one.act)),
  }));
  return [digits, ...found];
}
