import { inflateRawSync } from 'node:zlib';

const END = { signature: 0x06054b50, bytes: 22, commentMax: 0xffff } as const;
const ENTRY = { signature: 0x02014b50, bytes: 46 } as const;
const FILE = { signature: 0x04034b50, bytes: 30 } as const;
const ENCRYPTED_FLAG = 1;
const STORED = 0;
const DEFLATED = 8;

/** File in a ZIP file. */
export type ZipEntry = { name: string; isEncrypted: boolean; method: number; packed: Buffer };

/**
 * Returns the entries in the central directory of a ZIP file, or undefined if that is damaged. Unpacks nothing, so a
 * file that would unpack to gigabytes is harmless.
 */
export function readZip(bytes: Buffer): ZipEntry[] | undefined {
  const end = findEnd(bytes);
  if (end === undefined) return undefined;
  const count = bytes.readUInt16LE(end + 10);
  let at = bytes.readUInt32LE(end + 16);
  const limit = at + bytes.readUInt32LE(end + 12);
  if (limit > end) return undefined;
  const entries: ZipEntry[] = [];
  for (let entry = 0; entry < count; entry += 1) {
    if (at + ENTRY.bytes > limit || bytes.readUInt32LE(at) !== ENTRY.signature) return undefined;
    const nameLength = bytes.readUInt16LE(at + 28);
    const next = at + ENTRY.bytes + nameLength + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
    const file = bytes.readUInt32LE(at + 42);
    if (next > limit || file + FILE.bytes > limit || bytes.readUInt32LE(file) !== FILE.signature)
      return undefined;
    const start = file + FILE.bytes + bytes.readUInt16LE(file + 26) + bytes.readUInt16LE(file + 28);
    entries.push({
      name: bytes.toString('utf8', at + ENTRY.bytes, at + ENTRY.bytes + nameLength),
      isEncrypted: (bytes.readUInt16LE(at + 8) & ENCRYPTED_FLAG) !== 0,
      method: bytes.readUInt16LE(at + 10),
      packed: bytes.subarray(start, start + bytes.readUInt32LE(at + 20)),
    });
    at = next;
  }
  return entries;
}

/** Returns the content of an entry, or undefined if it is damaged, compressed in a rare way, or larger than `maxBytes`. */
export function unpack({ method, packed }: ZipEntry, maxBytes: number): Buffer | undefined {
  if (method === STORED) return packed.length <= maxBytes ? packed : undefined;
  if (method !== DEFLATED) return undefined;
  try {
    return inflateRawSync(packed, { maxOutputLength: maxBytes });
  } catch {
    return undefined;
  }
}

/** Returns the offset of the record that ends the file, after which only its comment follows. */
function findEnd(bytes: Buffer): number | undefined {
  const last = bytes.length - END.bytes;
  for (let at = last; at >= Math.max(0, last - END.commentMax); at -= 1) {
    if (bytes.readUInt32LE(at) === END.signature && bytes.readUInt16LE(at + 20) === last - at) return at;
  }
  return undefined;
}
