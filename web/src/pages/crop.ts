// Which part of a board a picture of a given shape shows.

export interface Rect {
  x: number;
  y: number;
  width: number;
  height: number;
}

const ACROSS = 66; // pixels a hex is wide, unless the board would not fill the picture
const MIDDLE = { x: 0.52, y: 0.53 }; // of the board: what lies there is in the middle of the picture

/** A part of the board with the proportions of the picture, wholly on the board. */
export function crop(board: Rect, hex: number, picture: { width: number; height: number }): Rect {
  const scale = Math.max(ACROSS / hex, picture.width / board.width, picture.height / board.height);
  const [width, height] = [picture.width / scale, picture.height / scale];
  const within = (middle: number, part: number, whole: number) =>
    Math.min(Math.max(middle * whole - part / 2, 0), whole - part);
  return {
    x: board.x + within(MIDDLE.x, width, board.width),
    y: board.y + within(MIDDLE.y, height, board.height),
    width,
    height,
  };
}
