import type { VersionId } from '#contract/content-version.ts';
import type { CallResult } from '#app/editor/shell/admin-api.ts';
import type { MergeDraft } from '#app/editor/field/merge-draft.ts';
import type { Saving } from '#app/editor/field/save-result.ts';
import type { StoredForm } from '#app/editor/field/stored-form.ts';
import { isEqual } from '#shared/merge-values.ts';

export type Row = { id: string };

/** A list of rows that one field saves, and how its value is stored, merged, and sent. */
export type RowListRecord<Value, Each extends Row> = Saving<Value> & {
  section: string;
  field: string;
  /** Subject of its changes in the log. */
  subject: string;
  /** How its drafts are stored on a device. */
  form: StoredForm<Value>;
  merge: MergeDraft<Value>;
  rowsIn: (value: Value) => readonly Each[];
  withRows: (value: Value, rows: readonly Each[]) => Value;
  /** Returns true if nothing was typed in a new row, so that its removal has no undo. */
  isBlank: (row: Each) => boolean;
  /** Returns the name of a row for messages. */
  nameOf: (row: Each) => string;
  /** Element id of the first input of a row. */
  inputId: (id: string) => string;
  load: () => Promise<CallResult<Value>>;
  /** Undefined if a removal goes with the save of the field. */
  stored?: StoredRows<Value, Each>;
};

/** Requests that remove a stored row immediately, and take that back. */
export type StoredRows<Value, Each extends Row> = {
  /** Returns true if a stored row is removed with the next save instead. */
  isRemovedBySave?: (row: Each) => boolean;
  /**
   * Deletes a stored row, and returns the list without it; without a value, nothing else has been read. A rejection with
   * status 409 is a question, to which `isConfirmed` answers yes.
   */
  remove: (
    id: string,
    baseVersion: VersionId,
    isConfirmed: boolean,
  ) => Promise<CallResult<Value | undefined>>;
  /** Stores a deleted row again, and returns the list with it. `expected` is the saved list with it. */
  restore: (row: Each, expected: { content: Value; version: VersionId }) => Promise<CallResult<Value>>;
};

/** First ids of rows that were saved since, by their stored ids. */
const firstIds = new Map<string, string>();

/** Keeps the cards of new rows as they are after a save. `ids`: stored ids by temporary ones. */
export function keepCards(ids: ReadonlyMap<string, string>): void {
  for (const [first, stored] of ids) firstIds.set(stored, first);
}

/** Returns the key of a row for React. */
export const keyOf = (id: string): string => firstIds.get(id) ?? id;

/** Says how a row of someone else's list differs from mine, or '' if it does not. */
export function difference(row: Row, mine: readonly Row[]): string {
  const same = mine.find(({ id }) => id === row.id);
  if (!same) return 'not in your list';
  return isEqual(same, row) ? '' : 'different from yours';
}
