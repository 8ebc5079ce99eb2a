import type { VersionId } from '#contract/content-version.ts';
import { useCallback, useMemo, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Images } from '#contract/images.ts';
import type { LastSave } from '#contract/last-saves.ts';
import { keepFocus } from '#app/editor/field/keep-focus.ts';
import { imageApi } from '#app/editor/field/image-api.ts';
import { counted } from '#contract/text.ts';
import { useEditor } from '#app/editor/field/editor-context.ts';
import { FieldConflict, LastSaveText } from '#app/editor/field/field-parts.tsx';
import { idsIn, movedTo, orderMerge } from '#app/editor/field/list-order.ts';
import { ListBar, ListLayout } from '#app/editor/field/list-field.tsx';
import { withRemovals, type Entry } from '#app/editor/field/removals.ts';
import { useFocusWhenLost, useRemovals } from '#app/editor/field/use-removals.ts';
import {
  currentImages,
  inOrder,
  savedImage,
  toOrder,
  type VersionedImage,
  type ListTexts,
} from './image-list.ts';
import { hasDraft } from './image-details.tsx';
import { ImageFinder, PageButtons } from './image-finder.tsx';
import { matchesSearch, PAGE_ROWS, pageOf, rowPageOf, type RowPage } from './image-pages.ts';
import { ImageRow } from './image-row.tsx';
import { restoreIdOf, RestoreLine } from '#app/editor/field/restore-line.tsx';
import { SECTION } from './section.ts';
import { toSavedText } from '#app/editor/field/save-result.ts';
import { useField } from '#app/editor/field/use-field.ts';
import controls from '#app/editor/frame/controls.module.css';
import finder from './image-finder.module.css';
import fileList from '#app/editor/field/file-list.module.css';
import styles from './image-section.module.css';

const named = ({ image }: VersionedImage) => ({ id: image.imageId, name: image.imageName });

type RowEntry = Entry<ReturnType<typeof named>>;

const isRow = ({ removal }: RowEntry) => removal === undefined;

/** Returns the entries to mount: the rows of the page, the removals beside them, and the hidden rows to keep. */
function shownEntries(
  all: readonly RowEntry[],
  { rows, search, kept }: { rows: RowPage; search: string; kept: ReadonlySet<string> },
): (RowEntry & { isShown: boolean })[] {
  const isOnPage = (entry: RowEntry | undefined) =>
    entry?.position !== undefined && rows.positions.has(entry.position);
  return all.flatMap((entry, index) => {
    if (!entry.removal) {
      const isShown = isOnPage(entry);
      return isShown || kept.has(entry.id) ? { ...entry, isShown } : [];
    }
    const isShown =
      search === ''
        ? !all.some(isRow) ||
          isOnPage(all.slice(0, index).findLast(isRow)) ||
          isOnPage(all.slice(index).find(isRow))
        : matchesSearch(entry.removal.item.name, search);
    return isShown ? { ...entry, isShown } : [];
  });
}

/** Names of a conflicting order to show. */
const NAMES_MAX = 100;

function namesIn(items: readonly VersionedImage[]): string {
  const names = items.slice(0, NAMES_MAX).map(({ image }) => image.imageName);
  const more = items.length - names.length;
  return names.join(', ') + (more > 0 ? `, and ${counted(more, 'more image')}` : '');
}

/** Focuses the row at a position, which scrolls to it. */
const focusRow = (listId: string, position: number) =>
  document.querySelector<HTMLElement>(`#${listId} [data-position="${position}"]`)?.focus();

export const orderIdOf = (type: number) => `picture-order-${type}`;

export function ImageOrder({
  type,
  texts,
  version,
  loaded,
  changed,
  deletedIds,
  lastChange,
  onChanged,
  onDeleted,
  onRestored,
}: {
  type: number;
  texts: ListTexts;
  version: VersionId;
  loaded: Images;
  changed: readonly VersionedImage[];
  deletedIds: ReadonlySet<string>;
  /** Last change of an image since the editor was opened. */
  lastChange: LastSave | undefined;
  onChanged: (item: VersionedImage) => void;
  onDeleted: (item: VersionedImage) => void;
  onRestored: (item: VersionedImage) => void;
}) {
  const id = orderIdOf(type);
  const items = useMemo(
    () =>
      currentImages(
        loaded.map((image) => ({ image, version })),
        { changed, deletedIds },
      ),
    [loaded, version, changed, deletedIds],
  );
  const merge = useMemo(() => {
    const names = new Map(items.map(({ image }) => [image.imageId, image.imageName]));
    return orderMerge((imageId) => names.get(imageId) ?? 'a new image');
  }, [items]);
  const save = useCallback(
    async (order: string, baseVersion: VersionId) => {
      const result = await imageApi.orderImages({ imageType: type, imageIds: idsIn(order) }, baseVersion);
      return toSavedText(result, toOrder, { sent: order, merge: (orders) => merge(orders)?.text });
    },
    [type, merge],
  );
  const load = useCallback(async () => {
    const result = await imageApi.images(type);
    return result.outcome === 'done' ? { ...result, body: toOrder(result.body) } : result;
  }, [type]);
  const field = useField({
    section: SECTION,
    field: id,
    subject: `image-order:${type}`,
    saved: useMemo(() => toOrder(loaded), [loaded]),
    version,
    save,
    load,
    mergeDraft: merge,
    whenSignedOut: 'fail',
  });
  const [status, setStatus] = useState('');
  const { state, isUnsaved } = field;
  const orderedItems = useMemo(() => inOrder(items, state.draft), [items, state.draft]);
  const { drafts } = useEditor();
  const [search, setSearch] = useState('');
  const [page, setPage] = useState(0);
  const rows = useMemo(() => rowPageOf(orderedItems, { search, page }), [orderedItems, search, page]);
  const isLong = orderedItems.length > PAGE_ROWS || search !== '';
  // Rows with drafts or running requests stay mounted when another page is shown.
  const [kept, setKept] = useState<ReadonlySet<string>>(
    () => new Set(items.flatMap(({ image: { imageId } }) => (hasDraft(drafts, imageId) ? imageId : []))),
  );
  const unsavedElsewhere = orderedItems.flatMap(({ image }, position) =>
    kept.has(image.imageId) && !rows.positions.has(position) && hasDraft(drafts, image.imageId)
      ? { image, position }
      : [],
  );
  const { removals, remember } = useRemovals<ReturnType<typeof named>>(`${id}-deleted`);
  const focusWhenLost = useFocusWhenLost();
  const hasStatus =
    isUnsaved || state.status !== 'idle' || state.reason !== undefined || state.receipt !== undefined;

  const isOrderNewer = state.lastSave && (!lastChange || lastChange.at < state.lastSave.at);
  const lastSave = isOrderNewer || !lastChange ? field.lastSave : lastChange;

  function move({ image }: VersionedImage, to: number) {
    keepFocus(() => {
      if (search === '') setPage(pageOf(to));
      field.type(movedTo(idsIn(toOrder(orderedItems.map((each) => each.image))), image.imageId, to));
      setStatus(
        `${image.imageName} moved to position ${(to + 1).toLocaleString('en-US')} of ${orderedItems.length.toLocaleString('en-US')}.`,
      );
    });
  }

  function removeRow(item: VersionedImage) {
    const { imageId } = item.image;
    const list = orderedItems.map(named);
    remember(imageId, { draft: list, saved: list });
    focusWhenLost(restoreIdOf(imageId));
    onDeleted(item);
  }

  const entries = shownEntries(withRemovals(orderedItems.map(named), removals), { rows, search, kept });

  return (
    <div id={id} className={fileList.order} role="group" aria-label={texts.all} tabIndex={-1} data-field={id}>
      <p className="visually-hidden" role="status">
        {status}
      </p>
      <ListLayout
        bar={
          hasStatus ? (
            <ListBar id={id} field={{ ...field, lastSave }} saveLabel="Save order" onSave={field.save} />
          ) : (
            lastSave && (
              <p className={fileList.lastSave}>
                <LastSaveText lastSave={lastSave} />
              </p>
            )
          )
        }
      >
        <FieldConflict id={id} field={field} name="Someone else's order" className={fileList.theirs}>
          {namesIn(inOrder(items, state.theirs?.content ?? ''))}
        </FieldConflict>
        {orderedItems.length === 0 && <p>{texts.none} Choose a file above, then choose Upload.</p>}
        {isLong && (
          <div className={styles.finder}>
            <ImageFinder
              search={search}
              rows={rows}
              onSearch={(text) => {
                setSearch(text);
                setPage(0);
              }}
            />
            <PageButtons label="Pages of images, above the list" rows={rows} onPage={setPage} />
          </div>
        )}
        {unsavedElsewhere.length > 0 && (
          <p className={finder.elsewhere}>
            Not saved yet, and not shown here:
            {unsavedElsewhere.map(({ image, position }) => (
              <button
                key={image.imageId}
                type="button"
                className={controls.button}
                onClick={() => {
                  flushSync(() => {
                    setSearch('');
                    setPage(pageOf(position));
                  });
                  focusRow(id, position);
                }}
              >
                {image.imageName}
              </button>
            ))}
          </p>
        )}
        <ul className={`${fileList.list} plain-list`}>
          {entries.map(({ id: imageId, position, removal, isShown }) => {
            if (removal) {
              return (
                <RestoreLine
                  key={imageId}
                  {...removal.item}
                  restore={() => imageApi.restoreImage(imageId)}
                  onRestored={(result) => onRestored(savedImage(result))}
                />
              );
            }
            const item = orderedItems[position];
            return (
              item && (
                <ImageRow
                  key={imageId}
                  item={item}
                  position={position}
                  count={orderedItems.length}
                  isShown={isShown}
                  onKeep={() => setKept((before) => new Set(before).add(imageId))}
                  onMove={(to) => to !== position && move(item, to)}
                  onChanged={onChanged}
                  onDeleted={() => removeRow(item)}
                />
              )
            );
          })}
        </ul>
        {isLong && (
          <PageButtons
            label="Pages of images, below the list"
            rows={rows}
            onPage={(to) => {
              flushSync(() => setPage(to));
              const first = rowPageOf(orderedItems, { search, page: to }).positions.values().next().value;
              focusRow(id, first ?? 0);
            }}
          />
        )}
      </ListLayout>
    </div>
  );
}
