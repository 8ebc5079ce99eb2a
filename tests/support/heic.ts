import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

const SAMPLE = join(import.meta.dirname, 'samples/harvest-at-dusk.heic');

/** Returns a HEIC image as a phone writes it, 480 by 360 pixels. samples/README.md describes how it was made. */
export const readHeic = () => readFile(SAMPLE);

/** Returns the image rotated counterclockwise by quarter turns in an image property (`irot`), like a phone photo. */
export function rotatedHeic(heic: Buffer, quarters: number): Buffer {
  const [meta, iprp, ipco, ipma] = ['meta', 'iprp', 'ipco', 'ipma'].map((type) => boxOf(heic, type));
  if (!meta || !iprp || !ipco || !ipma) throw new Error('The sample has an unexpected structure.');
  const irot = Buffer.from([0, 0, 0, 9, ...Buffer.from('irot'), quarters]);
  const property = 0x80 | (countBoxes(heic.subarray(ipco.at + 8, ipco.end)) + 1);

  const rotated = Buffer.from(heic);
  const grow = (box: Box, by: number) => rotated.writeUInt32BE(box.end - box.at + by, box.at);
  grow(meta, irot.length + 1);
  grow(iprp, irot.length + 1);
  grow(ipco, irot.length);
  grow(ipma, 1);
  // The inserted bytes shift the pixel data: update the offset of each item in `iloc`.
  const iloc = boxOf(heic, 'iloc');
  for (let at = iloc.at + ILOC.head; at < iloc.end; at += ILOC.item) {
    const offset = at + ILOC.offset;
    rotated.writeUInt32BE(heic.readUInt32BE(offset) + irot.length + 1, offset);
  }
  // The first entry of `ipma`, after the box header and the entry count: an item id and the number of its properties.
  const count = ipma.at + 8 + 4 + 4 + 2;
  rotated[count] = (heic[count] ?? 0) + 1;
  const entryEnd = count + 1 + (heic[count] ?? 0);
  return Buffer.concat([
    rotated.subarray(0, ipco.end),
    irot,
    rotated.subarray(ipco.end, entryEnd),
    Buffer.from([property]),
    rotated.subarray(entryEnd),
  ]);
}

/** Returns the image with a header that declares a different size than its pixels have. */
export function withDeclaredSize(heic: Buffer, { width, height }: { width: number; height: number }): Buffer {
  const changed = Buffer.from(heic);
  const { at } = boxOf(heic, 'ispe');
  changed.writeUInt32BE(width, at + 12);
  changed.writeUInt32BE(height, at + 16);
  return changed;
}

/** Byte lengths in an `iloc` box whose items have one extent each, as in the sample. */
const ILOC = { head: 16, item: 18, offset: 10 } as const;

type Box = { at: number; end: number };

function boxOf(heic: Buffer, type: string): Box {
  const at = heic.indexOf(type) - 4;
  if (at < 0) throw new Error(`The sample has no ${type}.`);
  return { at, end: at + heic.readUInt32BE(at) };
}

function countBoxes(bytes: Buffer): number {
  let count = 0;
  for (let at = 0; at < bytes.length; at += bytes.readUInt32BE(at)) count += 1;
  return count;
}
