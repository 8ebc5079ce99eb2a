import { useMemo, useState } from 'react';
import type { VersionId } from '#contract/content-version.ts';
import { useEditor } from '#app/editor/field/editor-context.ts';
import { ORDER_FORM, orderMerge } from '#app/editor/field/list-order.ts';
import { toSaved } from '#app/editor/field/save-result.ts';
import { callAs } from '#app/editor/shell/admin-api.ts';
import { useField } from '#app/editor/field/use-field.ts';
import { hasDraft, inOrder, toOrder, type FileListRecord, type StoredFile } from './file-list.ts';
import { PAGE_ROWS, rowPageOf } from './file-pages.ts';
import type { FileListState } from './use-file-list.ts';

/** Manages the field of the order of files. */
export function useFileOrder<Each>(
  { record, loaded, files, loadNewer, lastChange }: FileListState<Each>,
  version: VersionId,
) {
  const orderOf = (contents: readonly Each[]) => toOrder(contents.map(record.identify));
  const merge = useMemo(() => {
    const names = new Map(files.map(({ id, name }) => [id, name]));
    return orderMerge((id) => names.get(id) ?? `a new ${record.words.noun}`);
  }, [record, files]);
  const field = useField(
    {
      section: record.section,
      field: record.field,
      subject: record.subject,
      saved: useMemo(() => toOrder(loaded), [loaded]),
      version,
      save: async (order, baseVersion) => toSaved(await record.order(order, baseVersion), orderOf),
      load: () => callAs(loadNewer(), orderOf),
      mergeDraft: merge,
      whenSignedOut: 'fail',
    },
    ORDER_FORM,
  );
  const { state, isUnsaved } = field;
  const ordered = useMemo(() => inOrder(files, state.draft), [files, state.draft]);
  const isOrderNewer = state.lastSave && (!lastChange || lastChange.at < state.lastSave.at);
  return {
    field: { ...field, lastSave: isOrderNewer || !lastChange ? field.lastSave : lastChange },
    ordered,
    hasStatus:
      isUnsaved || state.status !== 'idle' || state.reason !== undefined || state.receipt !== undefined,
  };
}

export type FilePages = ReturnType<typeof useFilePages>;

/** Manages the search and the pages of a long list of files. */
export function useFilePages<Each>(record: FileListRecord<Each>, ordered: readonly StoredFile<Each>[]) {
  const { drafts } = useEditor();
  const [search, setSearch] = useState('');
  const [page, setPage] = useState(0);
  const rows = useMemo(
    () =>
      rowPageOf(
        ordered.map(({ content }) => record.searchText(content)),
        { search, page },
      ),
    [record, ordered, search, page],
  );
  // Rows with drafts or running requests stay mounted when another page is shown.
  const [kept, setKept] = useState<ReadonlySet<string>>(
    () => new Set(ordered.flatMap(({ id }) => (hasDraft(record, drafts, id) ? id : []))),
  );
  return {
    search,
    setSearch(text: string) {
      setSearch(text);
      setPage(0);
    },
    setPage,
    rows,
    isLong: ordered.length > PAGE_ROWS || search !== '',
    kept,
    keep: (id: string) => setKept((before) => new Set(before).add(id)),
    unsavedElsewhere: ordered.flatMap(({ id, name }, position) =>
      kept.has(id) && !rows.positions.has(position) && hasDraft(record, drafts, id)
        ? { id, name, position }
        : [],
    ),
  };
}
