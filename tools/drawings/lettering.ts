/**
 * Letters as SVG paths, because a drawing that is loaded as an image cannot use the fonts of the page. The font
 * packages contain WOFF 1 files, which are deflated TrueType tables. Reading them takes less code than a library.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { inflateSync } from 'node:zlib';

import { num } from './numbers.ts';

const packages = createRequire(import.meta.url);

type Point = { x: number; y: number; on: boolean };
type Glyph = { contours: Point[][]; advance: number };

export type Font = { unitsPerEm: number; capHeight: number; glyph: (letter: string) => Glyph };

/** Loads a font from a path inside an installed package, such as `@fontsource/besley/files/….woff`. */
export function loadFont(file: string): Font {
  const woff = readFileSync(packages.resolve(file));
  const tables = new Map<string, Buffer>();
  const count = woff.readUInt16BE(12);
  for (let index = 0; index < count; index++) {
    const entry = 44 + index * 20;
    const offset = woff.readUInt32BE(entry + 4);
    const packed = woff.readUInt32BE(entry + 8);
    const length = woff.readUInt32BE(entry + 12);
    const bytes = woff.subarray(offset, offset + packed);
    tables.set(woff.toString('latin1', entry, entry + 4), packed < length ? inflateSync(bytes) : bytes);
  }
  const table = (name: string): Buffer => {
    const found = tables.get(name);
    if (!found) throw new Error(`${file} has no ${name} table; only TrueType outlines are understood`);
    return found;
  };
  const [head, hhea, hmtx, loca, glyf, cmap, os2] = [
    table('head'),
    table('hhea'),
    table('hmtx'),
    table('loca'),
    table('glyf'),
    table('cmap'),
    table('OS/2'),
  ];
  const longOffsets = head.readInt16BE(50) === 1;
  const metrics = hhea.readUInt16BE(34);
  const glyphOffset = (id: number): number =>
    longOffsets ? loca.readUInt32BE(id * 4) : loca.readUInt16BE(id * 2) * 2;

  return {
    unitsPerEm: head.readUInt16BE(18),
    capHeight: os2.readInt16BE(88),
    glyph(letter) {
      const id = glyphIndex(cmap, letter.codePointAt(0) ?? 0);
      const advance = hmtx.readUInt16BE(Math.min(id, metrics - 1) * 4);
      const [start, end] = [glyphOffset(id), glyphOffset(id + 1)];
      return { advance, contours: start === end ? [] : readContours(glyf.subarray(start, end), letter) };
    },
  };
}

/** Returns the glyph index of a character from the format 4 subtable, which every web font has. */
function glyphIndex(cmap: Buffer, code: number): number {
  for (let index = 0; index < cmap.readUInt16BE(2); index++) {
    const sub = cmap.subarray(cmap.readUInt32BE(4 + index * 8 + 4));
    if (sub.readUInt16BE(0) !== 4) continue;
    const doubled = sub.readUInt16BE(6);
    for (let segment = 0; segment < doubled; segment += 2) {
      if (code > sub.readUInt16BE(14 + segment)) continue;
      const first = sub.readUInt16BE(16 + doubled + segment);
      if (code < first) return 0;
      const delta = sub.readUInt16BE(16 + doubled * 2 + segment);
      const rangeAt = 16 + doubled * 3 + segment;
      const range = sub.readUInt16BE(rangeAt);
      const id = range === 0 ? code : sub.readUInt16BE(rangeAt + range + (code - first) * 2);
      return id === 0 ? 0 : (id + delta) & 0xffff;
    }
  }
  return 0;
}

function readContours(glyph: Buffer, letter: string): Point[][] {
  const contourCount = glyph.readInt16BE(0);
  if (contourCount < 0) throw new Error(`“${letter}” is a composite glyph, which is not understood`);
  const ends = Array.from({ length: contourCount }, (_, index) => glyph.readUInt16BE(10 + index * 2));
  const total = (ends.at(-1) ?? -1) + 1;
  let at = 10 + contourCount * 2;
  at += 2 + glyph.readUInt16BE(at); // Skip the hinting program.
  const flags: number[] = [];
  while (flags.length < total) {
    const flag = glyph.readUInt8(at++);
    const repeats = flag & 8 ? glyph.readUInt8(at++) : 0;
    for (let copy = 0; copy <= repeats; copy++) flags.push(flag);
  }
  const coordinates = (short: number, same: number): number[] => {
    let value = 0;
    return flags.map((flag) => {
      if (flag & short) value += glyph.readUInt8(at++) * (flag & same ? 1 : -1);
      else if (!(flag & same)) {
        value += glyph.readInt16BE(at);
        at += 2;
      }
      return value;
    });
  };
  const xs = coordinates(2, 16);
  const ys = coordinates(4, 32);
  const points = flags.map((flag, index) => ({ x: xs[index] ?? 0, y: ys[index] ?? 0, on: (flag & 1) === 1 }));
  return ends.map((end, index) => points.slice(index === 0 ? 0 : (ends[index - 1] ?? 0) + 1, end + 1));
}

export type Placing = {
  /** Left end of the word, or its middle with `anchor: 'middle'`. */
  x: number;
  /** Position of the baseline. */
  y: number;
  /** Height of a capital letter. */
  cap: number;
  spacing?: number;
  anchor?: 'start' | 'middle';
  /** Number of decimals: one is enough for small lettering inside a large drawing. */
  decimals?: number;
};

/** Returns the width of a word, without the spacing after its last letter. */
export function wordWidth(font: Font, word: string, cap: number, spacing = 0): number {
  const scale = cap / font.capHeight;
  const advances = Array.from(word, (letter) => font.glyph(letter).advance * scale + spacing);
  return advances.reduce((sum, advance) => sum + advance, -spacing);
}

export function wordPath(font: Font, word: string, placing: Placing): string {
  const { cap, spacing = 0, anchor = 'start', decimals = 2 } = placing;
  const scale = cap / font.capHeight;
  let pen = placing.x - (anchor === 'middle' ? wordWidth(font, word, cap, spacing) / 2 : 0);
  let path = '';
  for (const letter of word) {
    const glyph = font.glyph(letter);
    for (const contour of glyph.contours) {
      path += contourPath(
        contour.map(({ x, y, on }) => ({ x: pen + x * scale, y: placing.y - y * scale, on })),
        decimals,
      );
    }
    pen += glyph.advance * scale + spacing;
  }
  return path;
}

/** Returns the path of a contour. TrueType omits a point between two control points: it is their midpoint. */
function contourPath(points: Point[], decimals: number): string {
  const round = (value: number): number => Number(value.toFixed(decimals));
  const full: Point[] = [];
  points.forEach((point, index) => {
    const next = points[(index + 1) % points.length] ?? point;
    full.push(point);
    if (!point.on && !next.on) full.push({ x: (point.x + next.x) / 2, y: (point.y + next.y) / 2, on: true });
  });
  const first = full.findIndex((point) => point.on);
  const loop = [...full.slice(first), ...full.slice(0, first)];
  const start = loop[0];
  if (!start) return '';
  // Use relative commands between rounded positions, so that rounding errors do not add up along the outline.
  let [x, y] = [round(start.x), round(start.y)];
  let path = `M${num(x)} ${num(y)}`;
  for (let index = 1; index <= loop.length; index++) {
    const point = loop[index % loop.length] ?? start;
    if (point.on) {
      if (index === loop.length) break;
      path += `l${num(round(point.x) - x)} ${num(round(point.y) - y)}`;
      [x, y] = [round(point.x), round(point.y)];
      continue;
    }
    const end = loop[++index % loop.length] ?? start;
    path += `q${num(round(point.x) - x)} ${num(round(point.y) - y)} ${num(round(end.x) - x)} ${num(round(end.y) - y)}`;
    [x, y] = [round(end.x), round(end.y)];
  }
  return `${path}z`;
}
