/**
 * Layers of flat color, as in a screen print. Each scene has a different light, so it names its colors itself. Shared
 * machines and buildings keep their roles (see small.ts), which `lit` maps to the colors of the scene.
 */
import { num, tidyPath } from '../numbers.ts';
import { merge } from '../shapes.ts';

export type Point = readonly [number, number];

export const fill = (color: string, data: string, more = ''): string =>
  `<path fill="${color}" d="${tidyPath(data)}"${more}/>`;

export const stroke = (color: string, data: string, width = 2, more = ''): string =>
  `<path fill="none" stroke="${color}" stroke-width="${num(width)}" d="${tidyPath(data)}"${more}/>`;

export const round = (color: string, data: string, width: number, more = ''): string =>
  stroke(color, data, width, ` stroke-linecap="round" stroke-linejoin="round"${more}`);

export const place = (x: number, y: number, scale: number, body: string): string =>
  `<g transform="translate(${num(x)} ${num(y)}) scale(${num(scale, 3)})">${body}</g>`;

export const mirrored = (x: number, y: number, scale: number, body: string): string =>
  `<g transform="translate(${num(x)} ${num(y)}) scale(${num(-scale, 3)} ${num(scale, 3)})">${body}</g>`;

/** Creates a random number generator with a fixed seed, so that rendering again gives the same image. */
export function dice(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let value = Math.imul(state ^ (state >>> 15), state | 1);
    value ^= value + Math.imul(value ^ (value >>> 7), value | 61);
    return ((value ^ (value >>> 14)) >>> 0) / 4294967296;
  };
}

const part = (color: string, index: number): number =>
  Number.parseInt(color.slice(1 + index * 2, 3 + index * 2), 16);

/** Mixes two colors; `share` is the part of the second. */
export function mix(from: string, to: string, share: number): string {
  const channels = [0, 1, 2].map((index) =>
    Math.round(part(from, index) + (part(to, index) - part(from, index)) * share)
      .toString(16)
      .padStart(2, '0'),
  );
  return `#${channels.join('')}`;
}

/** Colors for the roles of the small drawings and the skyline in full daylight. */
export const DAY: Record<string, string> = {
  a: '#17492C',
  d: '#0E331E',
  l: '#2E6A46',
  m: '#5E9A6A',
  i: '#FFFFFF',
  j: '#F0ECDF',
  q: '#D5CFBD',
  o: '#17492C',
  w: '#E3AC2F',
  g: '#E3AC2F',
  s: '#B57F1C',
  y: '#F2CD72',
  r: '#9A4526',
  c: '#6B2C18',
  n: '#6B4A22',
  t: '#D5CFBD',
  p: '#FBFAF4',
  k: '#0E331E',
  x: '#191E19',
};

/** Returns all roles mixed with one color: haze, fog, dusk. */
export function veiled(color: string, share: number, roles = DAY): Record<string, string> {
  return Object.fromEntries(Object.entries(roles).map(([role, own]) => [role, mix(own, color, share)]));
}

export function lit(roles: Record<string, string>, body: string): string {
  const values = Object.entries(roles).map(([role, color]) => `--${role}:${color}`);
  return `<g style="${values.join(';')}">${body}</g>`;
}

const ROLES = Object.keys(DAY)
  .map((role) => `.${role}{fill:var(--${role})}.${role.toUpperCase()}{fill:none;stroke:var(--${role})}`)
  .join('');

export type Scene = { width: number; height: number; name: string; parts: readonly string[]; defs?: string };

export function sceneSvg({ width, height, name, parts, defs = '' }: Scene): string {
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}"><title>${name}</title>` +
    `<style>${ROLES}</style><defs>${defs}</defs>${lit(DAY, merge(parts.join('')))}</svg>\n`
  );
}
