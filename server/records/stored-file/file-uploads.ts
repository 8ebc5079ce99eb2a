import { UPLOAD_MAX_BYTES, type Upload } from '#contract/images.ts';
import { ValidationError } from '#server/platform/errors.ts';
import {
  UPLOAD_LIFE_MS,
  type FileKey,
  type FileStore,
  type StoredFile,
  type UploadTerms,
} from '#server/platform/files/file-store.ts';
import type { FileKind } from './file-kind.ts';
import type { FileRow } from './file-rows.ts';

/** Fields that the name of an upload decides, and the key of the uploaded file. */
export type NamedUpload<Row> = { named: Partial<Row> & { id: string }; key: FileKey };

/** How a kind of stored files names and makes its files. */
export type FileMaker<Row extends FileRow> = {
  /** Returns the URL of a new file. Throws ValidationError if its name is not accepted. */
  newUrl: (fileName: string, contentType: string | undefined) => string;
  /** Returns the upload that a URL is for, or undefined if it is not one of this site. */
  uploadAt: (path: string) => NamedUpload<Row> | undefined;
  /** Returns the row of a new upload, without the fields that `make` returns. */
  newRow: (named: NamedUpload<Row>['named']) => Row;
  /** Returns what changes when an upload replaces the files. Throws ValidationError if it must not. */
  replacement: (before: Row, upload: NamedUpload<Row>) => Partial<Row> & { revision: string };
  /** Stores the files of a row. Returns the fields that follow. Throws ValidationError for an invalid upload. */
  make: (upload: StoredFile, row: Row) => Promise<Partial<Row>>;
  tooLarge: string;
};

/** Creates what signs and finds the uploads of a kind of stored files. */
export function createUploads<Row extends FileRow>(
  { urlField }: Pick<FileKind<Row, unknown, never>, 'urlField'>,
  { newUrl, uploadAt, make, tooLarge }: FileMaker<Row>,
  { files, now }: { files: FileStore; now: () => Date },
) {
  const urlPath = `/${urlField}`;
  const tooLargeAt = (path: string) => new ValidationError('file-too-large', tooLarge, path);

  /** Throws ValidationError if the URL is not a `fileUrl` of this site. */
  function at(url: string): NamedUpload<Row> {
    const upload = uploadAt(URL.parse(url, 'http://site')?.pathname ?? '');
    if (!upload) throw new ValidationError('invalid', 'Use a fileUrl from this website.', urlPath);
    return upload;
  }

  /**
   * Makes the files of a row from an upload. Returns undefined if it is missing or older than `UPLOAD_LIFE_MS`. Deletes
   * an invalid upload and throws ValidationError.
   */
  async function makeFrom(key: FileKey, row: Row): Promise<Partial<Row> | undefined> {
    const upload = await files.find(key);
    if (!upload || now().getTime() - upload.changedAt.getTime() > UPLOAD_LIFE_MS) return undefined;
    try {
      // Not all object storage rejects a file of this size during the upload.
      if (upload.size > UPLOAD_MAX_BYTES) throw tooLargeAt(urlPath);
      return await make(upload, row);
    } catch (error) {
      if (error instanceof ValidationError) await files.remove(key);
      throw error;
    }
  }

  return {
    at,
    makeFrom,

    /** Returns an upload URL and the future URL. Throws ValidationError if it is too large or not accepted. */
    async sign({ fileName, contentType, size }: { fileName: string } & UploadTerms): Promise<Upload> {
      if (size !== undefined && size > UPLOAD_MAX_BYTES) throw tooLargeAt('/size');
      const fileUrl = newUrl(fileName, contentType);
      return { uploadUrl: await files.signUpload(at(fileUrl).key, { contentType, size }), fileUrl };
    },
  };
}
