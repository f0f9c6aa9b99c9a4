// For tests: words on a page that come neither from the catalogue nor from the server. In the pseudo-language the
// catalogue's texts stand in [brackets]; test data stand in ‹angles›.

const SPOKEN = ["aria-label", "aria-description", "title", "alt", "placeholder"];

function bare(text: string): string {
  let [before, now] = ["", text];
  while (before !== now) [before, now] = [now, now.replace(/\[[^[\]]*\]|‹[^‹›]*›/g, "")];
  return now;
}

export function strays(root: ParentNode): string[] {
  const found: string[] = [];
  for (const element of root.querySelectorAll("*")) {
    if (element.closest("style, script, code, kbd")) continue;
    const texts = [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE);
    found.push(...texts.map((node) => node.textContent ?? ""));
    found.push(...SPOKEN.map((name) => element.getAttribute(name) ?? ""));
  }
  return found.filter((text) => /\p{L}/u.test(bare(text))).map((text) => text.trim());
}
