/**
 * Where the largest square of a picture begins that has a point as near to its middle as the edges let it, in whole
 * pixels; the point is in hundredths. Squares are cut by it, and the editor shows it.
 */
export function squareAround(
  { width, height }: { width: number; height: number },
  focus: { x: number; y: number },
): { left: number; top: number; edge: number } {
  const edge = Math.min(width, height);
  const begin = (length: number, at: number) =>
    Math.round(Math.min(Math.max((length * at) / 100 - edge / 2, 0), length - edge));
  return { left: begin(width, focus.x), top: begin(height, focus.y), edge };
}
