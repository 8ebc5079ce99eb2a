import { useCallback, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Images } from '#contract/images.ts';
import { imageCalls } from './image-calls.ts';
import { FieldConflict } from '#app/editor/field-parts.tsx';
import { ListBar } from '#app/editor/list-field.tsx';
import { idsIn, inOrder, movedTo, toOrder, type KnownPicture, type ListWords } from './picture-list.ts';
import { PictureRow } from './picture-row.tsx';
import { SECTION } from './section.ts';
import { useField, type SaveResult } from '#app/editor/use-field.ts';
import styles from './picture-section.module.css';

export const orderIdOf = (type: number) => `picture-order-${type}`;

export function PictureOrder({
  type,
  words,
  version,
  loaded,
  pictures,
  onChanged,
  onDeleted,
  onEmpty,
}: {
  type: number;
  words: ListWords;
  version: number;
  loaded: Images;
  pictures: readonly KnownPicture[];
  onChanged: (picture: KnownPicture) => void;
  onDeleted: (picture: KnownPicture) => void;
  /** Called instead of moving the focus when the list has no other row. */
  onEmpty: () => void;
}) {
  const id = orderIdOf(type);
  const save = useCallback(
    async (order: string, basedOn: number): Promise<SaveResult> => {
      const result = await imageCalls.orderImages({ imageType: type, imageIds: idsIn(order) }, basedOn);
      if (result.outcome === 'conflict') {
        const content = toOrder(result.current.content as Images);
        return { ...result, current: { ...result.current, content } };
      }
      if (result.outcome !== 'done') return result;
      return { ...result, answer: { ...result.answer, content: toOrder(result.answer.content) } };
    },
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
  const [told, setTold] = useState('');
  const list = useRef<HTMLUListElement>(null);
  const { state, isUnsaved } = field;
  const shown = inOrder(pictures, state.draft);
  const isSaying =
    isUnsaved || state.status !== 'idle' || state.reason !== undefined || state.receipt !== undefined;

  function move({ image }: KnownPicture, to: number) {
    const focused = document.activeElement;
    flushSync(() => {
      field.type(movedTo(idsIn(toOrder(shown.map((each) => each.image))), image.imageId, to));
      setTold(`${image.imageName} moved to position ${to + 1} of ${shown.length}.`);
    });
    // Browsers drop the focus of an element that is moved in the document.
    if (focused instanceof HTMLElement) focused.focus();
  }

  function forget(picture: KnownPicture) {
    const rows = [...(list.current?.children ?? [])] as HTMLElement[];
    const row = rows[shown.indexOf(picture)];
    const next = row?.nextElementSibling ?? row?.previousElementSibling;
    if (row?.contains(document.activeElement)) {
      if (next instanceof HTMLElement) next.focus();
      else onEmpty();
    }
    onDeleted(picture);
  }

  return (
    <div id={id} className={styles.order} role="group" aria-label={words.all} tabIndex={-1}>
      <p className="visually-hidden" role="status">
        {told}
      </p>
      {isSaying && <ListBar id={id} field={field} saveLabel="Save order" onSave={field.save} />}
      <FieldConflict id={id} field={field} name="Someone else's order" className={styles.theirs}>
        {inOrder(pictures, state.theirs?.content ?? '')
          .map(({ image }) => image.imageName)
          .join(', ')}
      </FieldConflict>
      {shown.length === 0 ? (
        <p>{words.none} Choose a file above, then choose Upload.</p>
      ) : (
        <ul ref={list} className={styles.list}>
          {shown.map((picture, index) => (
            <PictureRow
              key={picture.image.imageId}
              picture={picture}
              place={index}
              count={shown.length}
              onMove={(to) => to !== index && move(picture, to)}
              onChanged={onChanged}
              onDeleted={() => forget(picture)}
            />
          ))}
        </ul>
      )}
    </div>
  );
}
