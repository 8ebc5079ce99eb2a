import type { VersionId } from '#contract/content-version.ts';
import type { SaveRequest } from '#contract/drafts.ts';
import { NEW_ID_SUFFIX } from '#contract/item-id.ts';
import type { Included } from '#contract/saved.ts';
import { isEqual } from '#shared/merge-values.ts';
import { callAs, type CallResult } from '#app/editor/shell/admin-api.ts';
import { conflictKey, mergeShowing, REMOVED, type MergeDraft } from '#app/editor/field/merge-draft.ts';
import { savedBy, toSaved, type SaveResult } from '#app/editor/field/save-result.ts';
import { jsonForm, type StoredForm } from '#app/editor/field/stored-form.ts';
import { mergeLists, type Conflict } from '#shared/merge-lists.ts';
import { keepCards, type Row, type RowListRecord, type StoredRows } from './row-list.ts';

/** Row whose fields are texts. */
type TextRow = Row & { name: string };
export type FieldOf<Each> = Exclude<keyof Each & string, 'id'>;
type Labels<Each> = Readonly<Record<FieldOf<Each>, string>>;

export const fieldsIn = <Each>(labels: Labels<Each>) => Object.keys(labels) as FieldOf<Each>[];

type Saved = { content: unknown; changed: boolean; included?: Included[] };
type List<Each extends Row> = RowListRecord<readonly Each[], Each>;

/** A list of rows of texts that is saved as a whole, and of which one row can be deleted. */
type WholeList<Each extends TextRow> = Pick<
  List<Each>,
  'section' | 'field' | 'subject' | 'nameOf' | 'inputId'
> & {
  labels: Labels<Each>;
  /** Shows a text in a conflict. */
  textOf?: (field: FieldOf<Each>, text: string) => string;
  load: () => Promise<CallResult<unknown>>;
  /** Returns the save of a list, or why it cannot be saved. `isUndo`: the list is saved to restore a row. */
  saveOf: (rows: readonly Each[], isUndo?: boolean) => SaveRequest | string;
  remove: (id: string, baseVersion: VersionId, isConfirmed: boolean) => Promise<CallResult<Saved>>;
  fromServer: (content: unknown) => readonly Each[];
};

/** Describes a list by its labels and endpoints. */
export function wholeList<Each extends TextRow>({
  labels,
  textOf = (_, text) => text,
  fromServer,
  saveOf,
  ...list
}: WholeList<Each>): List<Each> & { stored: StoredRows<readonly Each[], Each> } {
  const merge = rowMerge(labels, list.nameOf, textOf);
  const fields = fieldsIn<Each>(labels);
  const saved = savedBy((rows: readonly Each[]) => saveOf(rows), fromServer);
  const restored = savedBy((rows: readonly Each[]) => saveOf(rows, true), fromServer);

  /** Submits the whole list. The result replaces temporary ids with the server's. */
  async function save(sent: readonly Each[], baseVersion: VersionId): Promise<SaveResult<readonly Each[]>> {
    const result = await saved.save(sent, baseVersion, sent);
    if (result.outcome !== 'done') return result;
    const { content } = result.body;
    const ids = savedIds(sent, content);
    keepCards(ids);
    function adopt(draft: readonly Each[]): readonly Each[] {
      if (isEqual(draft, sent)) return content;
      const withIds = (rows: readonly Each[]) =>
        rows.map((row) => ({ ...row, id: ids.get(row.id) ?? row.id }));
      return merge({ draft: withIds(draft), base: withIds(sent), theirs: content })?.merged ?? draft;
    }
    return { ...result, body: { ...result.body, adopt } };
  }

  const contentOf = (request: Promise<SaveResult<readonly Each[]>>) =>
    callAs(request, ({ content }) => content);

  return {
    ...list,
    form: rowForm(labels),
    merge,
    rowsIn: (rows) => rows,
    withRows: (_, rows) => rows,
    isBlank: (row) => fields.every((field) => String(row[field]).trim() === ''),
    load: () => callAs(list.load(), fromServer),
    ...saved,
    save,
    stored: {
      remove: (...removal) =>
        contentOf(list.remove(...removal).then((result) => toSaved(result, fromServer))),
      restore: (_, { content, version }) => contentOf(restored.save(content, version, content)),
    },
  };
}

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
  textOf: (field: FieldOf<Each>, text: string) => string,
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

/** Returns the server's ids for new rows, by their temporary ones. `saved` may have other rows, too. */
function savedIds<Each extends Row>(
  sent: readonly Each[],
  saved: readonly Each[],
): ReadonlyMap<string, string> {
  const known = new Set(sent.map(({ id }) => id));
  const added = saved.filter(({ id }) => !known.has(id));
  const isAligned =
    saved.length === sent.length && sent.every((each, at) => isNew(each) || each.id === saved[at]?.id);
  const ids = new Map<string, string>();
  for (const [at, each] of sent.entries()) {
    if (!isNew(each)) continue;
    const found = added.findIndex((other) => isEqual({ ...other, id: '' }, { ...each, id: '' }));
    const stored = isAligned ? saved[at] : added.splice(found, found === -1 ? 0 : 1)[0];
    if (stored) ids.set(each.id, stored.id);
  }
  return ids;
}

const isNew = ({ id }: Row) => id.endsWith(NEW_ID_SUFFIX);
