// What lies over the map: where each card is, and on which side it hides least of what is asked about.
import { docked } from "../map/free";
import type { Rect } from "../map/geometry";
import type { BoardHandle } from "../map/model";

const GAP = 12; // pixels between a card and the edge, as the styles have them; 6 on a phone
const TIGHT = 6;
const TURNS = 2; // so often a card changes sides over one thing: what moves away from it may call it back

interface Parts {
  map: HTMLElement;
  above: HTMLElement; // lesson, headlines, the key of a lens: at the top
  card: HTMLElement; // of what is under the pointer
  slips: HTMLElement; // at the foot
  prompt: HTMLElement;
}

export class Docks {
  covers = $state.raw<Rect[]>([]); // in the map's pixels; the card under the pointer comes and goes
  card = $state<"right" | "left" | "bottom" | "top">("right");
  slips = $state<"left" | "right">("left");

  private over = ""; // what it was arranged for
  private turns = 0;

  /** Look where everything is, and move what hides something. What one points at does not run away. `over`: what is
   * asked and pointed at. */
  arrange(parts: Parts, board: BoardHandle, narrow: boolean, hovered: Rect[], over: string): void {
    if (over !== this.over) this.turns = 0;
    this.over = over;
    const { card, slips } = this;
    if (this.turns >= TURNS) return;
    this.place(parts, board, narrow, hovered);
    if (card !== this.card || slips !== this.slips) this.turns += 1;
  }

  private place(parts: Parts, board: BoardHandle, narrow: boolean, hovered: Rect[]): void {
    const { map, above, card, slips, prompt } = parts;
    const room = map.getBoundingClientRect();
    const lie = (each: Element): Rect => {
      const { x, y, width, height } = each.getBoundingClientRect();
      return { x: x - room.x, y: y - room.y, width, height };
    };
    const over = (each: Rect) => each.width > 0 && each.height > 0 && each.y < room.height && each.y + each.height > 0;
    const { first, rest } = board.asked();
    const fixed = [...above.children, ...prompt.children].map(lie).filter(over);
    const papers = [...slips.children];
    const at = (x: number, y: number, size: Rect): Rect => ({ ...size, x, y });
    const sides = (each: Rect, gap: number) => ({ left: gap, right: room.width - each.width - gap });
    const free = (part: Element) => !part.matches(":hover");

    const slip = papers.map(lie).find((each) => over(each) && each.width < room.width - 2 * GAP);
    if (slip && !narrow && free(slips)) {
      const { left, right } = sides(slip, GAP);
      this.slips = docked({ left: at(left, slip.y, slip), right: at(right, slip.y, slip) }, first, rest, fixed).at;
    }
    const covers = [...fixed, ...papers.map(lie).filter(over)];
    if (!same(covers, this.covers)) this.covers = covers;

    const told = card.firstElementChild;
    if (!told) {
      this.card = narrow ? "bottom" : "right";
      return;
    }
    const size = lie(told);
    const { left, right } = sides(size, GAP);
    this.card = narrow
      ? docked(
          { bottom: at(TIGHT, room.height - size.height - TIGHT, size), top: at(TIGHT, TIGHT, size) },
          [...hovered, ...first],
          rest,
          fixed,
        ).at
      : docked({ right: at(right, GAP, size), left: at(left, GAP, size) }, [...hovered, ...first], rest, fixed).at;
  }
}

function same(one: Rect[], other: Rect[]): boolean {
  return one.length === other.length && JSON.stringify(one) === JSON.stringify(other);
}
