import { useCallback, useMemo, useState } from 'react';
import type { VersionId } from '#contract/content-version.ts';
import type { Documents } from '#contract/documents.ts';
import type { LastSave } from '#contract/last-saves.ts';
import { keepFocus } from '#app/editor/field/keep-focus.ts';
import { FieldConflict, LastSaveText } from '#app/editor/field/field-parts.tsx';
import { ListBar, ListLayout } from '#app/editor/field/list-field.tsx';
import { idsIn, movedTo, orderMerge } from '#app/editor/field/list-order.ts';
import { withRemovals } from '#app/editor/field/removals.ts';
import { restoreIdOf, RestoreLine } from '#app/editor/field/restore-line.tsx';
import { toSavedText } from '#app/editor/field/save-result.ts';
import { useField } from '#app/editor/field/use-field.ts';
import { useFocusWhenLost, useRemovals } from '#app/editor/field/use-removals.ts';
import { documentApi } from './document-api.ts';
import { currentDocuments, savedDocument, toOrder, type VersionedDocument } from './document-list.ts';
import { DocumentRow } from './document-row.tsx';
import { SECTION } from './section.ts';
import fileList from '#app/editor/field/file-list.module.css';

export const ORDER_ID = 'document-order';

const named = ({ document }: VersionedDocument) => ({ id: document.id, name: document.title });

async function loadOrder() {
  const result = await documentApi.documents();
  return result.outcome === 'done' ? { ...result, body: toOrder(result.body) } : result;
}

export function DocumentOrder({
  version,
  loaded,
  changed,
  deletedIds,
  lastChange,
  onChanged,
  onDeleted,
  onRestored,
}: {
  version: VersionId;
  loaded: Documents;
  changed: readonly VersionedDocument[];
  deletedIds: ReadonlySet<string>;
  /** Last change of a document since the editor was opened. */
  lastChange: LastSave | undefined;
  onChanged: (item: VersionedDocument) => void;
  onDeleted: (item: VersionedDocument) => void;
  onRestored: (item: VersionedDocument) => void;
}) {
  const merge = useMemo(() => {
    const titles = new Map(
      [...loaded, ...changed.map(({ document }) => document)].map((each) => [each.id, each.title]),
    );
    return orderMerge((id) => titles.get(id) ?? 'a new document');
  }, [loaded, changed]);
  const save = useCallback(
    async (order: string, baseVersion: VersionId) => {
      const result = await documentApi.order(idsIn(order), baseVersion);
      return toSavedText(result, toOrder, { sent: order, merge: (orders) => merge(orders)?.text });
    },
    [merge],
  );
  const field = useField({
    section: SECTION,
    field: ORDER_ID,
    subject: ORDER_ID,
    saved: useMemo(() => toOrder(loaded), [loaded]),
    version,
    save,
    load: loadOrder,
    mergeDraft: merge,
    whenSignedOut: 'fail',
  });
  const { state, isUnsaved } = field;
  const [status, setStatus] = useState('');
  const { removals, remember } = useRemovals<ReturnType<typeof named>>(`${ORDER_ID}-deleted`);
  const focusWhenLost = useFocusWhenLost();
  const inOrder = useCallback(
    (order: string) =>
      currentDocuments(
        loaded.map((document) => ({ document, version })),
        { changed, deletedIds, order },
      ),
    [loaded, version, changed, deletedIds],
  );
  const items = useMemo(() => inOrder(state.draft), [inOrder, state.draft]);
  const hasStatus =
    isUnsaved || state.status !== 'idle' || state.reason !== undefined || state.receipt !== undefined;
  const isOrderNewer = state.lastSave && (!lastChange || lastChange.at < state.lastSave.at);
  const lastSave = isOrderNewer || !lastChange ? field.lastSave : lastChange;

  function move({ document: { id, title } }: VersionedDocument, to: number) {
    keepFocus(() => {
      field.type(movedTo(idsIn(toOrder(items.map((each) => each.document))), id, to));
      setStatus(`${title} moved to position ${to + 1} of ${items.length}.`);
    });
  }

  function removeRow(item: VersionedDocument) {
    const list = items.map(named);
    remember(item.document.id, { draft: list, saved: list });
    focusWhenLost(restoreIdOf(item.document.id));
    onDeleted(item);
  }

  return (
    <div id={ORDER_ID} className={fileList.order} role="group" aria-label="All documents" tabIndex={-1}>
      <p className="visually-hidden" role="status">
        {status}
      </p>
      <ListLayout
        bar={
          hasStatus ? (
            <ListBar
              id={ORDER_ID}
              field={{ ...field, lastSave }}
              saveLabel="Save order"
              onSave={field.save}
            />
          ) : (
            lastSave && (
              <p className={fileList.lastSave}>
                <LastSaveText lastSave={lastSave} />
              </p>
            )
          )
        }
      >
        <FieldConflict id={ORDER_ID} field={field} name="Someone else's order" className={fileList.theirs}>
          {inOrder(state.theirs?.content ?? '')
            .map(({ document: { title } }) => title)
            .join(', ')}
        </FieldConflict>
        {items.length === 0 && <p>No documents yet. Choose a file above.</p>}
        <ul className={`${fileList.list} plain-list`}>
          {withRemovals(items.map(named), removals).map(({ id, position, removal }) => {
            if (removal) {
              return (
                <RestoreLine
                  key={id}
                  {...removal.item}
                  restore={() => documentApi.restore(id)}
                  onRestored={(result) => onRestored(savedDocument(result))}
                />
              );
            }
            const item = items[position];
            return (
              item && (
                <DocumentRow
                  key={id}
                  item={item}
                  position={position}
                  count={items.length}
                  onMove={(to) => to !== position && move(item, to)}
                  onChanged={onChanged}
                  onDeleted={() => removeRow(item)}
                />
              )
            );
          })}
        </ul>
      </ListLayout>
    </div>
  );
}
