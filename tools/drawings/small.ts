/**
 * Shared parts of the small drawings. They are loaded as images, so each file contains the colors it uses, and follows
 * the visitor's color scheme.
 *
 * Roles as in skyline.ts: a green, d its shade, l its light, m the lightest green; i j q steel in light, body and shade;
 * g gold, s its shade, y its light; r rust, c its shade, o its light; v violet, u its light; n soil; t pale and distant
 * parts; p paper; k lines, x tires. An upper-case letter is a stroke, a lower-case letter a fill.
 */
import { num } from './numbers.ts';
import { disc, merge, path } from './shapes.ts';

const LIGHT: Record<string, string> = {
  a: '#17492C',
  d: '#0E331E',
  l: '#2E6A46',
  m: '#5E9A6A',
  i: '#FFF',
  j: '#F0ECDF',
  q: '#D5CFBD',
  g: '#E3AC2F',
  s: '#B57F1C',
  y: '#F2CD72',
  r: '#9A4526',
  c: '#6B2C18',
  o: '#C26B3E',
  v: '#67478C',
  u: '#9B80BD',
  n: '#6B4A22',
  t: '#D5CFBD',
  p: '#FBFAF4',
  k: '#0E331E',
  x: '#191E19',
};
const DARK: Record<string, string> = {
  a: '#2C6B47',
  d: '#17492C',
  l: '#4A8F66',
  m: '#7DB88A',
  i: '#D5CFBD',
  j: '#B9BDAE',
  q: '#7E8677',
  g: '#EDBE52',
  s: '#B98A2B',
  y: '#F5D78C',
  r: '#B4583A',
  c: '#7F3822',
  o: '#D58A5C',
  v: '#8468AC',
  u: '#B49CD3',
  n: '#7A5A33',
  t: '#3A4136',
  p: '#F0ECDF',
  k: '#9BA392',
  x: '#474D44',
};

export function smallSvg(title: string, side: number, parts: readonly string[]): string {
  const body = merge(parts.join(''));
  const used = [...new Set(Array.from(body.matchAll(/class="(\w)"/g), (match) => match[1] ?? ''))].toSorted();
  const rules = (colors: Record<string, string>): string =>
    used
      .map((role) => {
        const color = colors[role.toLowerCase()] ?? '';
        return role === role.toLowerCase()
          ? `.${role}{fill:${color}}`
          : `.${role}{fill:none;stroke:${color}}`;
      })
      .join('');
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}"><title>${title}</title>` +
    `<style>${rules(LIGHT)}@media(prefers-color-scheme:dark){${rules(DARK)}}</style>${body}</svg>\n`
  );
}

export function wheel(x: number, y: number, r: number, rim = 0.58): string {
  const lugs = (2 * Math.PI * (r - 1)) / Math.max(12, Math.round(r * 0.9));
  const hub = r * rim;
  return (
    path('x', disc(x, y, r - 1)) +
    path(
      'X',
      disc(x, y, r - 1),
      ` stroke-width="2.4" stroke-dasharray="${num(lugs * 0.55)} ${num(lugs * 0.45)}"`,
    ) +
    path('s', disc(x, y, hub)) +
    path(
      'g',
      `M${num(x + hub * 0.5, 1)} ${num(y - hub * 0.87, 1)}A${num(hub, 1)} ${num(hub, 1)} 0 1 0 ${num(x + hub * 0.5, 1)} ${num(y + hub * 0.87, 1)}A${num(hub * 1.05, 1)} ${num(hub * 1.05, 1)} 0 0 1 ${num(x + hub * 0.5, 1)} ${num(y - hub * 0.87, 1)}z`,
    ) +
    path('x', disc(x, y, hub * 0.3))
  );
}

export function field(top: number, bottom: number, gold = true): string {
  const at = (offset: number, y: number): string =>
    `${num(72 + offset * (0.78 + (0.22 * (y - top)) / (bottom - top)), 1)} ${y}`;
  const row = (left: number, right: number): string =>
    `M${at(left, top)}L${at(left, bottom)}H${num(72 + right, 1)}L${at(right, top)}z`;
  const rows = [-56, -34, -12, 10, 32, 54];
  return (
    path('a', row(-70, 70)) +
    path('d', rows.map((left) => row(left, left + 9)).join('')) +
    (gold ? path('g', rows.map((left) => row(left + 14, left + 16)).join('')) : '')
  );
}

/** Places a part that is defined once in `defs`. */
export function copy(part: string, x: number, y: number, turn = 0, scale = 1): string {
  const more = (turn ? ` rotate(${turn})` : '') + (scale === 1 ? '' : ` scale(${num(scale)})`);
  return `<use href="#${part}" transform="translate(${x} ${y})${more}"/>`;
}
