import { describe, expect, it } from "vitest";
import { t } from "../texts/texts";
import { actOf, isLetter, keyName, SHORTCUTS, shortcutText } from "./shortcuts";

const press = (key: string, more: KeyboardEventInit = {}) => new KeyboardEvent("keydown", { key, ...more });

describe("shortcuts", () => {
  it("are each one act", () => {
    const names = SHORTCUTS.map(keyName);
    expect(new Set(names).size).toBe(names.length);
  });

  it("are all told", () => {
    for (const { act } of SHORTCUTS) expect(t(shortcutText(act))).not.toBe(shortcutText(act));
  });

  it("are heard", () => {
    expect(actOf(press("z", { ctrlKey: true }))).toBe("undo");
    expect(actOf(press("Z", { ctrlKey: true, shiftKey: true }))).toBe("redo");
    expect(actOf(press("z", { metaKey: true }))).toBe("undo");
    expect(actOf(press("s"))).toBe("supply");
    expect(actOf(press("?", { shiftKey: true }))).toBe("help");
    expect(actOf(press("z"))).toBeNull();
    expect(actOf(press("s", { ctrlKey: true }))).toBeNull();
    expect(actOf(press("s", { altKey: true }))).toBeNull();
  });

  it("are told from what is typed into a number", () => {
    for (const key of ["k", "\\", "[", "?"]) expect(isLetter(press(key))).toBe(true);
    for (const key of ["7", "-", " ", "Enter", "Backspace", "ArrowUp"]) expect(isLetter(press(key))).toBe(false);
    expect(isLetter(press("a", { ctrlKey: true }))).toBe(false);
  });
});
