// A text cut at the names in it, which stay as parts of their own; of names that begin alike the longest.
export function parted(text: string, names: string[]): string[] {
  if (names.length === 0) return [text];
  const plain = [...names]
    .sort((one, other) => other.length - one.length)
    .map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return text.split(new RegExp(`(${plain.join("|")})`)).filter(Boolean);
}
