import type { VersionId } from '#contract/content-version.ts';
import { NEW_ID_SUFFIX } from '#contract/item-id.ts';
import type { Included } from '#contract/saved.ts';
import { isEqual } from '#shared/merge-values.ts';
import type { CallResult } from '#app/editor/shell/admin-api.ts';
import type { MergeDraft } from '#app/editor/field/merge-draft.ts';
import { toSaved, type SaveResult } from '#app/editor/field/save-result.ts';
import type { Row, RowListRecord } from './row-list.ts';

type Saved = { content: unknown; changed: boolean; included?: Included[] };

/** Endpoints of a list that is saved as a whole, and of which one row can be deleted. */
type WholeList<Each extends Row> = {
  load: () => Promise<CallResult<unknown>>;
  /** `isUndo`: the list is saved to restore a row. */
  save: (rows: readonly Each[], baseVersion: VersionId, isUndo: boolean) => Promise<CallResult<Saved>>;
  remove: (id: string, baseVersion: VersionId, isConfirmed: boolean) => Promise<CallResult<Saved>>;
  fromServer: (content: unknown) => readonly Each[];
  merge: MergeDraft<readonly Each[]>;
};

type Requests<Each extends Row> = Required<
  Pick<RowListRecord<readonly Each[], Each>, 'load' | 'save' | 'stored'>
>;

/** Creates the requests of a list from its endpoints. */
export function wholeList<Each extends Row>(list: WholeList<Each>): Requests<Each> {
  const { fromServer, merge } = list;

  async function load(): Promise<CallResult<readonly Each[]>> {
    const result = await list.load();
    return result.outcome === 'done' ? { ...result, body: fromServer(result.body) } : result;
  }

  /** Submits the whole list. The result replaces temporary ids with the server's. */
  async function save(sent: readonly Each[], baseVersion: VersionId): Promise<SaveResult<readonly Each[]>> {
    const result = toSaved(await list.save(sent, baseVersion, false), fromServer);
    if (result.outcome !== 'done') return result;
    const { content } = result.body;
    function adopt(draft: readonly Each[]): readonly Each[] {
      if (isEqual(draft, sent)) return content;
      const withIds = (rows: readonly Each[]) => withSavedIds(rows, sent, content);
      return merge({ draft: withIds(draft), base: withIds(sent), theirs: content })?.merged ?? draft;
    }
    return { ...result, body: { ...result.body, adopt } };
  }

  async function contentOf(request: Promise<CallResult<Saved>>): Promise<CallResult<readonly Each[]>> {
    const result = toSaved(await request, fromServer);
    return result.outcome === 'done' ? { ...result, body: result.body.content } : result;
  }

  return {
    load,
    save,
    stored: {
      remove: (...removal) => contentOf(list.remove(...removal)),
      restore: (_, { content, version }) => contentOf(list.save(content, version, true)),
    },
  };
}

/** Returns the draft with the server's ids for new rows. `saved` may have other rows, too. */
function withSavedIds<Each extends Row>(
  draft: readonly Each[],
  sent: readonly Each[],
  saved: readonly Each[],
): readonly Each[] {
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
  return draft.map((row) => (ids.has(row.id) ? { ...row, id: ids.get(row.id) ?? row.id } : row));
}

const isNew = ({ id }: Row) => id.endsWith(NEW_ID_SUFFIX);
