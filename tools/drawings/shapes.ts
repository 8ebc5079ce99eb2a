/** Elements whose class is the role of their color, and path data of basic shapes. */
import { num, tidyPath } from './numbers.ts';

export const path = (role: string, data: string, more = ''): string =>
  `<path class="${role}" d="${tidyPath(data)}"${more}/>`;

export const line = (role: string, data: string, width = 1): string =>
  path(role, data, width === 1 ? '' : ` stroke-width="${num(width)}"`);

export const rect = (x: number, y: number, width: number, height: number): string =>
  `M${num(x, 1)} ${num(y, 1)}h${num(width, 1)}v${num(height, 1)}h${num(-width, 1)}z`;

export const at = (x: number, y: number, body: string, more = ''): string =>
  `<g transform="translate(${num(x)} ${num(y)})${more}">${body}</g>`;

export const disc = (x: number, y: number, r: number): string => oval(x, y, r, r);

export const oval = (x: number, y: number, rx: number, ry: number): string =>
  `M${num(x - rx, 1)} ${num(y, 1)}a${num(rx, 1)} ${num(ry, 1)} 0 1 0 ${num(2 * rx, 1)} 0a${num(rx, 1)} ${num(ry, 1)} 0 1 0${num(-2 * rx, 1)} 0z`;

/** Merges adjacent elements of the same color into one. */
export function merge(markup: string): string {
  const pair = /<path class="([^"]+)" d="([^"]+)"([^>]*)\/><path class="\1" d="([^"]+)"\3\/>/g;
  const merged = markup.replace(pair, '<path class="$1" d="$2$4"$3/>');
  return merged === markup ? markup : merge(merged);
}
