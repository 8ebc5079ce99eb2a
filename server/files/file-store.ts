import type { Readable } from 'node:stream';

/** The name of a file in the store. What stands before the slash tells what it is: only images are ever served. */
export type FileKey = `uploads/${string}` | `images/${string}`;

export type StoredFile = {
  size: number;
  /** As a header has it. */
  etag: string;
  stream(): Readable;
};

/** What an upload is allowed to be, as far as it was told when its address was asked for. */
export type UploadTerms = { contentType?: string | undefined; size?: number | undefined };

/** Where files are kept, and all that the rest of the server knows of it. */
export type FileStore = {
  /** Keeps a file, in place of what had its key: all of it or nothing, for good when it resolves. */
  save(key: FileKey, content: AsyncIterable<Uint8Array>): Promise<void>;
  find(key: FileKey): Promise<StoredFile | undefined>;
  /** Removes a file; one that is not there is no error. */
  remove(key: FileKey): Promise<void>;
  /** Removes what was uploaded before a moment, and what uploads that broke off have left. */
  removeUploadsBefore(moment: Date): Promise<void>;
  /** An address that takes this one file by PUT, for some minutes. */
  signUpload(key: FileKey, terms: UploadTerms): string;
};
