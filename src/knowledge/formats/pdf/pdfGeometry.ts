/** From PDF space to the page as shown: origin at the top left, turned upright. */
export type Transform = readonly number[];

/** A box on the page as shown, in points: origin at the top left. A ruled line is a thin one. */
export interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

export const identity: Transform = [1, 0, 0, 1, 0, 0];

/** `left` after `right`, as PDF multiplies. */
export function multiply(left: Transform, right: Transform): Transform {
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = left;
  const [g = 1, h = 0, i = 0, j = 1, k = 0, l = 0] = right;
  return [a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * l + e, b * k + d * l + f];
}

export function pointAt(
  [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0]: Transform,
  x: number,
  y: number,
): { readonly x: number; readonly y: number } {
  return { x: a * x + c * y + e, y: b * x + d * y + f };
}

/** What holds the turned rectangle. */
export function boxOf(matrix: Transform, [x0, y0, x1, y1]: readonly [number, number, number, number]): Box {
  const corners = [pointAt(matrix, x0, y0), pointAt(matrix, x1, y0), pointAt(matrix, x0, y1), pointAt(matrix, x1, y1)];
  const [xs, ys] = [corners.map(({ x }) => x), corners.map(({ y }) => y)];
  return { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) };
}
