// Put a floating element beside a point of the window, wholly inside it.

export interface Point {
  x: number;
  y: number;
}

const AWAY = 14; // px from the point
const EDGE = 8; // px from the window's edge

/** Right of and below the point; left or above where it would not fit. */
export function beside(point: Point, width: number, height: number, wide: number, high: number): Point {
  const right = point.x + AWAY;
  const below = point.y + AWAY;
  const x = right + width + EDGE <= wide ? right : point.x - AWAY - width;
  const y = below + height + EDGE <= high ? below : point.y - AWAY - height;
  return {
    x: Math.max(EDGE, Math.min(x, wide - width - EDGE)),
    y: Math.max(EDGE, Math.min(y, high - height - EDGE)),
  };
}

export function placed(element: HTMLElement, point: Point): { update(point: Point): void } {
  const put = ({ x, y }: Point) => {
    const { width, height } = element.getBoundingClientRect();
    const at = beside({ x, y }, width, height, innerWidth, innerHeight);
    element.style.left = `${at.x}px`;
    element.style.top = `${at.y}px`;
  };
  put(point);
  return { update: put };
}
