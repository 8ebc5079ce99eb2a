import type { Readable } from 'node:stream';

/** The name of a file in the store. What stands before the slash tells what it is: only images are ever served. */
export type FileKey = `uploads/${string}` | `images/${string}`;

export type StoredFile = {
  size: number;
  /** As a header has it. */
  etag: string;
  changedAt: Date;
  stream(): Readable;
};

/** What an upload is allowed to be, as far as it was told when its address was asked for. */
export type UploadTerms = { contentType?: string | undefined; size?: number | undefined };

/** Files under their keys. Throws RangeError for keys that no server makes. */
export type Files = {
  /** Keeps a file, in place of what had its key: all of it or nothing, for good when it resolves. */
  save(key: FileKey, content: AsyncIterable<Uint8Array>): Promise<void>;
  find(key: FileKey): Promise<StoredFile | undefined>;
  /** Removes a file; one that is not there is no error. */
  remove(key: FileKey): Promise<void>;
  /** All files, in no order. What comes or goes meanwhile may be among them or not. */
  list(): AsyncIterable<{ key: FileKey; changedAt: Date }>;
};

/** Where files are kept, and all that the rest of the server knows of it. */
export type FileStore = Files & {
  /** An address that takes this one file by PUT, for some minutes. */
  signUpload(key: FileKey, terms: UploadTerms): Promise<string>;
};

/** All names are made by the server; whatever is not of their kind reaches no file. */
export function checkKey(key: string): void {
  if (!isKey(key)) throw new RangeError(`${JSON.stringify(key)} is no key of a file.`);
}

export const isKey = (key: string): key is FileKey =>
  /^(?:uploads|images)\/[A-Za-z0-9_-][A-Za-z0-9._-]*$/.test(key);
