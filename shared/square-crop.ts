/** Returns the largest square crop, in whole pixels, centered as closely as possible on a focal point in percent. */
export function squareCrop(
  { width, height }: { width: number; height: number },
  focus: { x: number; y: number },
): { left: number; top: number; edge: number } {
  const edge = Math.min(width, height);
  const begin = (length: number, at: number) =>
    Math.round(Math.min(Math.max((length * at) / 100 - edge / 2, 0), length - edge));
  return { left: begin(width, focus.x), top: begin(height, focus.y), edge };
}
