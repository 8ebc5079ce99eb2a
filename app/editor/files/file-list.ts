import type { ReactNode } from 'react';
import { isNewer, numberOf, type VersionId } from '#contract/content-version.ts';
import type { DraftStore } from '#app/editor/field/drafts.ts';
import type { FieldSource } from '#app/editor/field/use-field.ts';
import type { CallResult, SavedAs } from '#app/editor/shell/admin-api.ts';
import type { UploadRules } from './upload-file.ts';

/** A stored file with its id and its name, and the content version it was read at. */
export type StoredFile<Each> = { id: string; name: string; content: Each; version: VersionId };

/** A text of a file that is saved separately. */
export type FileField<Each> = {
  /** Start of its draft key, which the id of the file follows. */
  key: string;
  textOf: (content: Each) => string;
  save: (id: string, text: string, baseVersion: VersionId) => Promise<CallResult<SavedAs<Each>>>;
  /** Message for a blank text. By default, it may be blank. */
  missing?: string;
  render: (source: FieldSource, content: Each) => ReactNode;
};

/** Words of a list of stored files. */
export type FileWords = {
  /** Such as "image", to which an "s" is added for several. */
  noun: string;
  /** Name of a row, such as "Image", which its position follows. */
  row: string;
  /** Name of the list. */
  all: string;
  /** Shown while there is no file. */
  none: string;
  /** Label of the search in a long list. */
  find: string;
  uploaded: (name: string) => string;
  restored: (name: string) => string;
  /** Message of a failed deletion, which precedes the reason. */
  notDeleted: string;
};

/** A list of stored files: its requests, its words, and what its rows show. Must keep its identity. */
export type FileListRecord<Each> = {
  section: string;
  /** Field of the order, which is also the element id of the list. */
  field: string;
  /** Subject of the order in `LastSaves`. */
  subject: string;
  subjectOf: (id: string) => string;
  words: FileWords;
  identify: (content: Each) => { id: string; name: string };
  /** Returns the text that the search looks in. */
  searchText: (content: Each) => string;
  load: () => Promise<CallResult<Each[]>>;
  loadDeleted: () => Promise<CallResult<{ id: string; name: string; deletedAt: string }[]>>;
  order: (ids: readonly string[], baseVersion: VersionId) => Promise<CallResult<SavedAs<Each[]>>>;
  remove: (id: string) => Promise<CallResult<unknown>>;
  restore: (id: string) => Promise<CallResult<SavedAs<Each>>>;
  renderThumbnail?: (content: Each) => ReactNode;
  /** Returns what the closed row shows on phones beside the name. */
  summarize: (content: Each) => { value?: string; note?: string | undefined };
  renderText: (content: Each) => ReactNode;
  /** Renders further tools of a row. */
  renderTools?: (content: Each) => ReactNode;
  fields: readonly FileField<Each>[];
  replacement: {
    /** Start of the key by which a chosen file is reported as unsaved. */
    key: string;
    accept: (content: Each) => string;
    hint: (content: Each) => string;
    rules: (content: Each) => UploadRules;
    send: (id: string, fileUrl: string, baseVersion: VersionId) => Promise<CallResult<SavedAs<Each>>>;
    /** Message of a failure, which precedes the reason. */
    failed: string;
    /** Message if someone else has changed the file. */
    conflict: string;
  };
};

export type OnChanged<Each> = (content: Each, version: VersionId) => void;

export const toFile = <Each>(
  { identify }: Pick<FileListRecord<Each>, 'identify'>,
  content: Each,
  version: VersionId,
): StoredFile<Each> => ({ ...identify(content), content, version });

/** Returns true if a field of the file has an unsaved change. */
export const hasDraft = (
  { fields }: { fields: readonly { key: string }[] },
  drafts: Pick<DraftStore, 'has'>,
  id: string,
): boolean => fields.some(({ key }) => drafts.has(`${key}-${id}`));

/** Returns the order of files. */
export const toOrder = (files: readonly { id: string }[]): readonly string[] => files.map(({ id }) => id);

/** Sorts files by their order. Files missing from it come last, in their current sequence. */
export function inOrder<Each extends { id: string }>(files: readonly Each[], order: readonly string[]) {
  const positions = new Map(order.map((id, position) => [id, position]));
  const positionOf = ({ id }: Each) => positions.get(id) ?? positions.size;
  return files.toSorted((one, other) => positionOf(one) - positionOf(other));
}

/** Returns the files to keep beside a newer list: those changed since it was read, and deleted ones about which something was typed. */
export function filesToKeep<Each>(
  files: readonly StoredFile<Each>[],
  { listed, version: read }: { listed: ReadonlySet<string>; version: VersionId },
  isTyped: (id: string) => boolean,
): StoredFile<Each>[] {
  return files.filter(
    ({ id, version }) => isNewer(numberOf(version), read) || (!listed.has(id) && isTyped(id)),
  );
}

/** Later changes and additions of files by id, undefined for deleted ones. */
export type FileChanges<Each> = ReadonlyMap<string, StoredFile<Each> | undefined>;

/** Returns the loaded files with later changes. */
export function currentFiles<Each>(loaded: readonly StoredFile<Each>[], changes: FileChanges<Each>) {
  const all = new Map([...loaded.map((file) => [file.id, file] as const), ...changes]);
  return [...all.values()].filter((file) => file !== undefined);
}
