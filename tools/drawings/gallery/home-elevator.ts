import { concrete, crib, steelBins } from '../skyline.ts';
import { lit, place } from './paint.ts';

/** Draws the home elevator with its ground line at `y` and the left edge of its bins at `x`. */
export function elevator(x: number, y: number, scale: number, roles: Record<string, string>): string {
  return lit(roles, place(x - 360 * scale, y - 156 * scale, scale, steelBins() + crib() + concrete()));
}
