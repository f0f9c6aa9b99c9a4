// The record of a game as a file.
import { record } from "../wire/api";
import { keyOf } from "./hold";

export async function saveRecord(game: string, seat: string, title: string): Promise<void> {
  const text = await record(game, keyOf(game, seat));
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  link.download = fileName(title);
  link.click();
  URL.revokeObjectURL(link.href);
}

/** "North Africa, 1941" as "north-africa-1941.game". */
export function fileName(title: string): string {
  const words = title.toLowerCase().match(/[a-z0-9]+/g) ?? ["sandtable"];
  return `${words.join("-")}.game`;
}
