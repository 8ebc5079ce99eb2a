/** The home elevator, which stands in most of the scenes. */
import { concrete, crib, steelBins } from '../skyline.ts';
import { lit, place } from './paint.ts';

/** The home elevator far off or near: its ground line at `y`, the left edge of its bins at `x`. */
export function elevator(x: number, y: number, scale: number, roles: Record<string, string>): string {
  return lit(roles, place(x - 360 * scale, y - 156 * scale, scale, steelBins() + crib() + concrete()));
}
