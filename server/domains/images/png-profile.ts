import { crc32, deflateSync } from 'node:zlib';

/** Length of a PNG's signature and first chunk, which a profile has to follow. */
const HEAD_LENGTH = 8 + 25;

export function withProfile(png: Buffer, profile: Buffer | undefined): Buffer {
  if (!profile) return png;
  const name = Buffer.from('icc\0\0', 'latin1');
  const content = Buffer.concat([Buffer.from('iCCP', 'latin1'), name, deflateSync(profile)]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(content.length - 4);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(content));
  return Buffer.concat([png.subarray(0, HEAD_LENGTH), length, content, checksum, png.subarray(HEAD_LENGTH)]);
}
