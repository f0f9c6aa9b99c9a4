// The tabs of the panel, always in this order, and which of them was open last in a game: a reload, or the other player
// on the same screen, finds it again.
export const TABS = ["choices", "log", "look", "talk"] as const;
export type Tab = (typeof TABS)[number];

const name = (game: string) => `sandtable.tab.${game}`;

export function lastTab(game: string): Tab {
  const found = sessionStorage.getItem(name(game));
  return TABS.find((tab) => tab === found) ?? TABS[0];
}

/** Notes are for one pair of eyes: the tab they are in is never the one found open. */
export function keepTab(game: string, tab: Tab): void {
  if (tab !== "talk") sessionStorage.setItem(name(game), tab);
}
