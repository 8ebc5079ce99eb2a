const END = { signature: 0x06054b50, bytes: 22, commentMax: 0xffff } as const;
const ENTRY = { signature: 0x02014b50, bytes: 46 } as const;
const FILE_SIGNATURE = 0x04034b50;
const ENCRYPTED_FLAG = 1;

export type ZipNames = { names: string[]; isEncrypted: boolean };

/**
 * Returns the names in the central directory of a ZIP file, or undefined if that is damaged. Unpacks nothing, so a file
 * that would unpack to gigabytes is harmless.
 */
export function readZipNames(bytes: Buffer): ZipNames | undefined {
  const end = findEnd(bytes);
  if (end === undefined) return undefined;
  const count = bytes.readUInt16LE(end + 10);
  let at = bytes.readUInt32LE(end + 16);
  const limit = at + bytes.readUInt32LE(end + 12);
  if (limit > end) return undefined;
  const found: ZipNames = { names: [], isEncrypted: false };
  for (let entry = 0; entry < count; entry += 1) {
    if (at + ENTRY.bytes > limit || bytes.readUInt32LE(at) !== ENTRY.signature) return undefined;
    const nameLength = bytes.readUInt16LE(at + 28);
    const next = at + ENTRY.bytes + nameLength + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
    const file = bytes.readUInt32LE(at + 42);
    if (next > limit || file + 4 > limit || bytes.readUInt32LE(file) !== FILE_SIGNATURE) return undefined;
    found.names.push(bytes.toString('utf8', at + ENTRY.bytes, at + ENTRY.bytes + nameLength));
    found.isEncrypted ||= (bytes.readUInt16LE(at + 8) & ENCRYPTED_FLAG) !== 0;
    at = next;
  }
  return found;
}

/** Returns the offset of the record that ends the file, after which only its comment follows. */
function findEnd(bytes: Buffer): number | undefined {
  const last = bytes.length - END.bytes;
  for (let at = last; at >= Math.max(0, last - END.commentMax); at -= 1) {
    if (bytes.readUInt32LE(at) === END.signature && bytes.readUInt16LE(at + 20) === last - at) return at;
  }
  return undefined;
}
