import { Readable } from 'node:stream';
import { filesUnavailable, type StoredFile } from '#server/platform/files/file-store.ts';
import { extensionOf } from './image-files.ts';

/** First bytes of the formats, as Latin-1. */
const SIGNATURES: Readonly<Record<string, RegExp>> = {
  jpg: /^\xff\xd8\xff/,
  png: /^\x89PNG/,
  gif: /^GIF8/,
  webp: /^RIFF....WEBP/s,
  avif: /^....ftyp/s,
};

/** Throws UnavailableError for an empty file. The stream throws it unless the file begins as its format does. */
export function asImage(file: StoredFile, name: string): StoredFile {
  const damaged = () => filesUnavailable(new Error(`images/${name} is damaged: it isn't an image.`));
  if (file.size === 0) throw damaged();
  async function* checked(stream: Readable, start = 0) {
    let isFirst = start === 0;
    for await (const bytes of stream as AsyncIterable<Buffer>) {
      // Buffers of a bucket are plain arrays of bytes.
      const first = isFirst && Buffer.from(bytes.subarray(0, 12)).toString('latin1');
      if (first !== false && !SIGNATURES[extensionOf(name)]?.test(first)) throw damaged();
      isFirst = false;
      yield bytes;
    }
  }
  return {
    ...file,
    stream: (part) => Readable.from(checked(file.stream(part), part?.start), { objectMode: false }),
  };
}
