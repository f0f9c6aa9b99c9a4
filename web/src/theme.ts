// Which colours the pages wear: "auto" follows the system.

export const THEMES = ["auto", "light", "dark", "safe"] as const;
export type Theme = (typeof THEMES)[number];

const NAME = "sandtable.theme";

export function theme(): Theme {
  const found = localStorage.getItem(NAME) as Theme | null;
  return found && THEMES.includes(found) ? found : "auto";
}

export function setTheme(chosen: Theme): void {
  localStorage.setItem(NAME, chosen);
  wear();
}

/** Put the theme on the page; what is painted on a canvas hears "themechange" and reads its colours again. */
export function wear(): void {
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const chosen = theme();
  document.documentElement.dataset.theme = chosen === "auto" ? (dark.matches ? "dark" : "light") : chosen;
  dispatchEvent(new Event("themechange"));
  dark.onchange = () => theme() === "auto" && wear();
}

/** The value of a colour token now: tint("--accent"). */
export function tint(token: `--${string}`): string {
  return getComputedStyle(document.documentElement).getPropertyValue(token).trim();
}
