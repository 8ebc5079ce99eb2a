import { Readable } from 'node:stream';
import { filesUnavailable, type StoredFile } from '#server/platform/files/file-store.ts';

/** First bytes of JPEG, PNG, GIF, WebP, and AVIF files, as Latin-1. */
const SIGNATURE = /^(?:\xff\xd8\xff|\x89PNG|GIF8|RIFF....WEBP|....ftyp)/s;

/** Throws UnavailableError for an empty file. The stream throws it unless the file begins like an image. */
export function asImage(file: StoredFile, name: string): StoredFile {
  const damaged = () => filesUnavailable(new Error(`images/${name} is damaged: it isn't an image.`));
  if (file.size === 0) throw damaged();
  async function* checked(stream: Readable, start = 0) {
    let isFirst = start === 0;
    for await (const bytes of stream as AsyncIterable<Uint8Array>) {
      if (isFirst && !SIGNATURE.test(Buffer.from(bytes.subarray(0, 12)).toString('latin1'))) throw damaged();
      isFirst = false;
      yield bytes;
    }
  }
  return {
    ...file,
    stream: (part) => Readable.from(checked(file.stream(part), part?.start), { objectMode: false }),
  };
}
