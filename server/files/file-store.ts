import type { Readable } from 'node:stream';

/** Key of a stored file. Files below `images/` are public; those below `uploads/` are never served. */
export type FileKey = `uploads/${string}` | `images/${string}`;

export type StoredFile = {
  size: number;
  /** ETag in header syntax, including the quotes. */
  etag: string;
  changedAt: Date;
  stream(): Readable;
};

/** Properties of an upload, as far as the client declared them when it requested the URL. `size` is in bytes. */
export type UploadTerms = { contentType?: string | undefined; size?: number | undefined };

/** Files by key. All methods throw RangeError for a key that the server never generates. */
export type Files = {
  /** Stores a file atomically, replacing any file under the same key. Durable once resolved. */
  save(key: FileKey, content: AsyncIterable<Uint8Array>): Promise<void>;
  find(key: FileKey): Promise<StoredFile | undefined>;
  remove(key: FileKey): Promise<void>;
  /** Lists all files, unordered. Files that are added or removed during the listing may or may not be included. */
  list(): AsyncIterable<{ key: FileKey; changedAt: Date }>;
};

export type FileStore = Files & {
  /** Returns a URL that accepts this one file by PUT for `UPLOAD_URL_LIFE_S` seconds. */
  signUpload(key: FileKey, terms: UploadTerms): Promise<string>;
};

export function checkKey(key: string): void {
  if (!isKey(key)) throw new RangeError(`${JSON.stringify(key)} is not a valid file key.`);
}

export const isKey = (key: string): key is FileKey =>
  /^(?:uploads|images)\/[A-Za-z0-9_-][A-Za-z0-9._-]*$/.test(key);
