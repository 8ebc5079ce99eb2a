import type { VersionId } from '#contract/content-version.ts';
import type { CallResult } from '#app/editor/shell/admin-api.ts';
import { conflictKey, mergeShowing, REMOVED, type MergeDraft } from '#app/editor/field/merge-draft.ts';
import type { Save } from '#app/editor/field/save-result.ts';
import { jsonForm, type StoredForm } from '#app/editor/field/stored-form.ts';
import { isEqual } from '#shared/merge-values.ts';
import { mergeLists, type Conflict } from '#shared/merge-lists.ts';

export type Row = { id: string };

/** A list of rows that one field saves, and how its value is stored, merged, and sent. */
export type RowListRecord<Value, Each extends Row> = {
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
  save: Save<Value>;
  /** Undefined if a removal goes with the save of the field. */
  stored?: StoredRows<Value, Each>;
};

/** Requests that remove a stored row immediately, and take that back. */
type StoredRows<Value, Each extends Row> = {
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

/** Row whose fields are texts. */
type TextRow = Row & { name: string };
export type FieldOf<Each> = Exclude<keyof Each & string, 'id'>;
type Labels<Each> = Readonly<Record<FieldOf<Each>, string>>;

export const fieldsIn = <Each>(labels: Labels<Each>) => Object.keys(labels) as FieldOf<Each>[];

/** Stores rows as JSON, with their fields in a fixed order. Fields that a stored row lacks are blank. */
export function rowForm<Each extends TextRow>(labels: Labels<Each>): StoredForm<readonly Each[]> {
  const fields = fieldsIn<Each>(labels);
  const withFields = (row: Partial<Each>) =>
    Object.fromEntries(
      ['id' as const, ...fields].map((field) => [field, row[field] ?? '']),
    ) as unknown as Each;
  return jsonForm<readonly Each[]>(
    (json) => {
      if (!Array.isArray(json)) return undefined;
      const rows = json.map(withFields);
      return rows.every(isTextRow) ? rows : undefined;
    },
    (rows) => rows.map(withFields),
  );
}

const isTextRow = (row: Row) => row.id !== '' && Object.values(row).every((text) => typeof text === 'string');

/** Creates the merge of two people's rows, which names each conflict by the row and the field. */
export function rowMerge<Each extends TextRow>(
  labels: Labels<Each>,
  nameOf: (row: Each) => string,
  textOf: (field: FieldOf<Each>, text: string) => string = (_, text) => text,
): MergeDraft<readonly Each[]> {
  return mergeShowing<readonly Each[], Conflict<Each>>(
    (versions, decide) => mergeLists(versions, decide).rows,
    ({ id, base, mine, theirs, ...of }) => {
      const row = mine ?? theirs ?? base;
      const field = of.field as FieldOf<Each> | undefined;
      const valueOf = (side: Each | undefined) => {
        if (!side) return REMOVED;
        return field ? textOf(field, String(side[field])) : nameOf(side);
      };
      return {
        key: conflictKey(id, field),
        name: [row && nameOf(row), field && labels[field]].filter(Boolean).join(', '),
        mine: valueOf(mine),
        theirs: valueOf(theirs),
      };
    },
  );
}

/** Says how a row of someone else's list differs from mine, or '' if it does not. */
export function difference(row: Row, mine: readonly Row[]): string {
  const same = mine.find(({ id }) => id === row.id);
  if (!same) return 'not in your list';
  return isEqual(same, row) ? '' : 'different from yours';
}
