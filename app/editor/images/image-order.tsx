import { useCallback, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Images } from '#contract/images.ts';
import { imageApi } from './image-api.ts';
import { FieldConflict } from '#app/editor/field/field-parts.tsx';
import { ListBar } from '#app/editor/field/list-field.tsx';
import { idsIn, inOrder, movedTo, toOrder, type VersionedImage, type ListTexts } from './image-list.ts';
import { ImageRow } from './image-row.tsx';
import { SECTION } from './section.ts';
import { toSavedText } from '#app/editor/field/save-result.ts';
import { useField } from '#app/editor/field/use-field.ts';
import styles from './image-section.module.css';

export const orderIdOf = (type: number) => `picture-order-${type}`;

export function ImageOrder({
  type,
  texts,
  version,
  loaded,
  items,
  onChanged,
  onDeleted,
  onEmpty,
}: {
  type: number;
  texts: ListTexts;
  version: number;
  loaded: Images;
  items: readonly VersionedImage[];
  onChanged: (item: VersionedImage) => void;
  onDeleted: (item: VersionedImage) => void;
  /** Called instead of moving the focus when the list has no other row. */
  onEmpty: () => void;
}) {
  const id = orderIdOf(type);
  const save = useCallback(
    async (order: string, baseVersion: number) =>
      toSavedText(
        await imageApi.orderImages({ imageType: type, imageIds: idsIn(order) }, baseVersion),
        toOrder,
      ),
    [type],
  );
  const field = useField({
    section: SECTION,
    field: id,
    saved: toOrder(loaded),
    version,
    save,
    whenSignedOut: 'fail',
  });
  const [status, setStatus] = useState('');
  const list = useRef<HTMLUListElement>(null);
  const { state, isUnsaved } = field;
  const orderedItems = inOrder(items, state.draft);
  const hasStatus =
    isUnsaved || state.status !== 'idle' || state.reason !== undefined || state.receipt !== undefined;

  function move({ image }: VersionedImage, to: number) {
    const focused = document.activeElement;
    flushSync(() => {
      field.type(movedTo(idsIn(toOrder(orderedItems.map((each) => each.image))), image.imageId, to));
      setStatus(`${image.imageName} moved to position ${to + 1} of ${orderedItems.length}.`);
    });
    // Browsers drop the focus of an element that is moved in the document.
    if (focused instanceof HTMLElement) focused.focus();
  }

  function removeRow(item: VersionedImage) {
    const rows = [...(list.current?.children ?? [])] as HTMLElement[];
    const row = rows[orderedItems.indexOf(item)];
    const next = row?.nextElementSibling ?? row?.previousElementSibling;
    if (row?.contains(document.activeElement)) {
      if (next instanceof HTMLElement) next.focus();
      else onEmpty();
    }
    onDeleted(item);
  }

  return (
    <div id={id} className={styles.order} role="group" aria-label={texts.all} tabIndex={-1}>
      <p className="visually-hidden" role="status">
        {status}
      </p>
      {hasStatus && <ListBar id={id} field={field} saveLabel="Save order" onSave={field.save} />}
      <FieldConflict id={id} field={field} name="Someone else's order" className={styles.theirs}>
        {inOrder(items, state.theirs?.content ?? '')
          .map(({ image }) => image.imageName)
          .join(', ')}
      </FieldConflict>
      {orderedItems.length === 0 ? (
        <p>{texts.none} Choose a file above, then choose Upload.</p>
      ) : (
        <ul ref={list} className={styles.list}>
          {orderedItems.map((item, index) => (
            <ImageRow
              key={item.image.imageId}
              item={item}
              position={index}
              count={orderedItems.length}
              onMove={(to) => to !== index && move(item, to)}
              onChanged={onChanged}
              onDeleted={() => removeRow(item)}
            />
          ))}
        </ul>
      )}
    </div>
  );
}
