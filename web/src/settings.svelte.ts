// What this browser's player likes: kept here, never sent.
import type { Speed } from "./game/film";
import { narrow } from "./narrow";

export interface Settings {
  speed: Speed; // of what others do
  confirm: boolean; // every answer waits for a second press; under a thumb it always does
  notify: boolean; // a notice of the system when it is one's turn
  small: boolean; // the small map is unfolded
  key: boolean; // what the signs of a lens mean is
  cover: boolean; // two players here: the screen is covered between them
  briefing: boolean; // a game begins with what it is about
  quiet: Record<string, string>; // kinds of things left undone that are not told, each as it was told last
}

const NAME = "sandtable.settings";
const FIRST: Settings = {
  speed: "normal",
  confirm: false,
  notify: false,
  small: !narrow.current,
  key: !narrow.current,
  cover: true,
  briefing: true,
  quiet: {},
};

function read(): Settings {
  try {
    return { ...FIRST, ...(JSON.parse(localStorage.getItem(NAME) ?? "{}") as Partial<Settings>) };
  } catch {
    return { ...FIRST };
  }
}

export const settings = $state<Settings>(read());

export function set<K extends keyof Settings>(name: K, value: Settings[K]): void {
  settings[name] = value;
  localStorage.setItem(NAME, JSON.stringify(settings));
}
