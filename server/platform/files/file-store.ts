import type { Readable } from 'node:stream';
import { UnavailableError } from '#server/platform/errors.ts';

/** Files below `uploads/` are never served; the others are public. */
export const FILE_FOLDERS = ['uploads', 'images', 'documents', 'assets'] as const;
export type FileFolder = (typeof FILE_FOLDERS)[number];
export type FileKey = `${FileFolder}/${string}`;

export type StoredFile = {
  size: number;
  /** ETag in header syntax, including the quotes. */
  etag: string;
  changedAt: Date;
  /** Reads the file, or a part of it. `end` is the last byte. */
  stream(part?: { start: number; end: number }): Readable;
};

/** Uploads older than this cannot be saved and are garbage-collected. */
export const UPLOAD_LIFE_MS = 24 * 60 * 60_000;

/** Upload size in bytes, and media type, if the client declared them when it requested the URL. */
export type UploadTerms = { contentType?: string | undefined; size?: number | undefined };

/** Files by key. All methods throw RangeError for a key that the server never generates. */
export type Files = {
  /** Stores a file atomically and durably, replacing any file under the same key. */
  save(key: FileKey, content: AsyncIterable<Uint8Array>): Promise<void>;
  find(key: FileKey): Promise<StoredFile | undefined>;
  remove(key: FileKey): Promise<void>;
  /** Lists all files, or those of one folder, unordered. May or may not include files that are added or removed concurrently. */
  list(folder?: FileFolder): AsyncIterable<{ key: FileKey; size: number; changedAt: Date }>;
};

export type FileStore = Files & {
  /** Returns a URL that accepts this one file by PUT for `UPLOAD_URL_LIFE_S` seconds. */
  signUpload(key: FileKey, terms: UploadTerms): Promise<string>;
};

export function checkKey(key: string): void {
  if (!isKey(key)) throw new RangeError(`${JSON.stringify(key)} is not a valid file key.`);
}

export const isKey = (key: string): key is FileKey =>
  /^(?:uploads|images|documents|assets)\/[A-Za-z0-9_-][A-Za-z0-9._-]*$/.test(key);

const RETRY_AFTER_SECONDS = 5;
export const FILES_UNAVAILABLE = 'files-unavailable';

/** The cause is for the log: visitors see only the message. */
export const filesUnavailable = (cause: Error) =>
  new UnavailableError(
    FILES_UNAVAILABLE,
    "File storage isn't responding. Try again in a minute.",
    RETRY_AFTER_SECONDS,
    { cause },
  );
