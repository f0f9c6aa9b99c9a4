// Which lessons this browser's player has finished.

const NAME = "sandtable.lessons";

export function finished(): string[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(NAME) ?? "[]");
    return Array.isArray(found) ? found.filter((each) => typeof each === "string") : [];
  } catch {
    return [];
  }
}

export function finish(lesson: string): void {
  localStorage.setItem(NAME, JSON.stringify([...new Set([...finished(), lesson])]));
}
