import type { DatabaseHandle } from '#server/platform/database/database.ts';
import { ConflictError, NotFoundError, ValidationError } from '#server/platform/errors.ts';
import type { FileKey } from '#server/platform/files/file-store.ts';
import type { FileNoun, FileRow, FileRows } from './file-rows.ts';

/** A kind of stored files, such as images: rows in display order, each of which has files. */
export type FileKind<Noun extends FileNoun, Row extends FileRow, Shown, Deleted> = {
  noun: Noun;
  rows: (db: DatabaseHandle) => FileRows<Row>;
  /** Fields of a new row, and those that old entries of the log lack. */
  empty: Row;
  /** Field with the name in the URL, which never changes. */
  nameField: keyof Row;
  /** Fields that change one by one. */
  texts: readonly (keyof Row)[];
  /** Fields that select the files, and conflict together. */
  choices: readonly (keyof Row)[];
  /** Fields that follow from the files. */
  made: readonly (keyof Row)[];
  /** Fields that are in the names of the files. */
  named: readonly (keyof Row)[];
  /** Returns the keys of the files of a row, first the one without which it cannot be restored. */
  keysOf: (row: Row) => FileKey[];
  /** Returns those that cannot be made again; by default all. */
  neededKeysOf?: (row: Row) => FileKey[];
  /** Returns what the log keeps of a row that is purged. */
  purged: (row: Row) => Partial<Row>;
  present: (row: Row) => Shown;
  presentDeleted: (row: Row) => Deleted;
  /** Names of the lists in which the rows are ordered, by the subjects of their orders. */
  lists: Readonly<Record<string, string>>;
  /** Returns the subject of the order of a row's list; undefined for a logged row without it. */
  listOf: (row: Given<Row>) => string | undefined;
  /** Throws ValidationError for texts that break a rule. */
  checkTexts?: (texts: Given<Row>) => void;
  max?: number;
  /** Path of the ids of an order in requests. */
  idsPath: string;
  /** What a missing file prevents. */
  needsFileTo: string;
  /** Name of the URL of an upload in requests. */
  urlField: 'imageUrl' | 'fileUrl';
  tooLarge: string;
  /** Returns the URL of a new upload. Throws ValidationError if its name is not accepted. */
  newUrl: (fileName: string, contentType: string | undefined) => string;
  /** Returns the upload that the path of a URL names, or undefined if it names none. */
  uploadAt: (path: string) => NamedUpload<Row> | undefined;
  /** Returns what changes when an upload replaces the files of a row. Throws ValidationError if it must not. */
  replacement: (before: Row, upload: NamedUpload<Row>) => Given<Row> & { revision: string };
};

/** Key of an uploaded file, and the fields that its URL decides. */
export type NamedUpload<Row> = { key: FileKey; named: Given<Row> & { id: string } };

/** Some fields of a row. Those that are undefined stay as they are. */
export type Given<Row> = { [Field in keyof Row]?: Row[Field] | undefined };

type KindWords = { noun: FileNoun; needsFileTo: string; max?: number; urlField: string };

/** Creates the errors that name the kind. */
export const problemsOf = ({ noun, needsFileTo, max = 0, urlField }: KindWords) => ({
  missing: () => new NotFoundError(`no-such-${noun}`, `This ${noun} no longer exists. Reload the page.`),
  deleted: () =>
    new ConflictError(
      `${noun}-deleted`,
      `This ${noun} was deleted. You can restore it from the list of deleted ${noun}s.`,
    ),
  tooMany: () =>
    new ConflictError(
      `too-many-${noun}s`,
      `Your website has ${max.toLocaleString('en-US')} ${noun}s, and that's the most it can hold. Delete one first.`,
    ),
  fileLost: () =>
    new ConflictError(
      `${noun}-file-lost`,
      `This ${noun}'s file is missing, so we can't ${needsFileTo} it. Upload the ${noun} again.`,
    ),
  nothingUploaded: () =>
    new ValidationError(
      'nothing-uploaded',
      "We can't find this upload. It may have expired. Upload the file again.",
      `/${urlField}`,
    ),
});
