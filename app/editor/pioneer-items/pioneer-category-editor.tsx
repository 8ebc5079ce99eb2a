import { memo, useCallback, useEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import { CATEGORY_DESCRIPTION_MAX_LENGTH } from '#contract/pioneer.ts';
import { hasVisibleText } from '#contract/rich-text.ts';
import { RichTextEditor } from '#app/rich-text-editor/rich-text-editor.tsx';
import { RichText } from '#app/ui/rich-text.tsx';
import type { Failure } from '#app/editor/frame/admin-api.ts';
import { EditorQueryView } from '#app/editor/frame/editor-query-view.tsx';
import { lengthMessage } from '#app/editor/field/length-counter.ts';
import { ListButton, ListField } from '#app/editor/field/list-field.tsx';
import { RemoveButton } from '#app/editor/field/remove-button.tsx';
import { mergeTexts, applyStep, type createCategoryApi } from './submit-items.ts';
import { onSaveShortcut } from '#app/editor/field/save-shortcut.ts';
import {
  hasBlankNewItem,
  newItem,
  toCategory,
  toText,
  withoutItem,
  withText,
  type PioneerCategory,
} from './pioneer-category.ts';
import { useEditorQuery } from '#app/editor/frame/use-editor-query.ts';
import { useField } from '#app/editor/field/use-field.ts';
import styles from './pioneer-section.module.css';

type CategoryApi = ReturnType<typeof createCategoryApi>;
type CategoryProps = { section: string; category: number; api: CategoryApi; isShown: boolean };

export const pioneerFieldOf = (category: number) => `pioneer-items-${category}`;

/** Renders the editor of one category. While hidden it keeps its draft and running saves. */
export function PioneerCategoryEditor(props: CategoryProps) {
  const load = useEditorQuery(props.api.load);
  if (load.state !== 'loaded' && !props.isShown) return null;
  return (
    <EditorQueryView query={load} noun="Pioneer items">
      {(loaded, version) => <CategoryField {...props} loaded={loaded} version={version} />}
    </EditorQueryView>
  );
}

function CategoryField({
  section,
  category,
  api,
  isShown,
  loaded,
  version,
}: CategoryProps & { loaded: PioneerCategory; version: number }) {
  const field = useField({
    section,
    field: pioneerFieldOf(category),
    saved: toText(loaded),
    version,
    save: api.save,
    merge: mergeTexts,
  });
  const { state, edit, change, save } = field;

  // Give all items the same callback, so that a key press re-renders only the edited item.
  const latestSave = useRef(save);
  useEffect(() => {
    latestSave.current = save;
  }, [save]);
  const onSave = useCallback(() => latestSave.current(), []);

  const onText = useCallback(
    (id: string, html: string) => edit((draft) => applyStep(draft, (before) => withText(before, id, html))),
    [edit],
  );

  const onRemove = useCallback(
    async (id: string, position: number, isSaved: boolean) => {
      let failure: Failure | undefined;
      if (isSaved) {
        await change(async (now) => {
          const outcome = await api.remove(id, now);
          failure = outcome.failure;
          return outcome.event;
        });
      } else {
        edit((draft) => applyStep(draft, (before) => withoutItem(before, id)));
      }
      // Focus the item that is now at the position of the removed one.
      if (!failure) setTimeout(() => focusAt(position));
      return failure;
    },
    [edit, change, api],
  );

  if (!isShown) return null;

  const saved = toCategory(state.saved) ?? loaded;
  const draft = toCategory(state.draft) ?? saved;
  const savedIds = new Set(saved.items.map(({ id }) => id));

  function add() {
    const added = newItem();
    flushSync(() =>
      edit((text) => applyStep(text, (before) => ({ ...before, items: [...before.items, added] }))),
    );
    document.getElementById(`seed-item-${added.id}`)?.focus();
  }

  return (
    <ListField
      id="seed-items"
      name="Items"
      field={field}
      saveLabel="Update Items"
      onSave={save}
      buttons={<ListButton label="Add New Item" onPress={add} />}
      theirs={state.theirs && <Theirs theirs={toCategory(state.theirs.content)} mine={draft} />}
    >
      <p className={styles.none}>Remove takes effect right away. Other changes wait until you save.</p>
      <div className={styles.description}>
        <label htmlFor="seed-description">Category description</label>
        <textarea
          id="seed-description"
          rows={3}
          value={draft.description}
          maxLength={CATEGORY_DESCRIPTION_MAX_LENGTH}
          autoComplete="off"
          onChange={({ target }) =>
            edit((text) => applyStep(text, (before) => ({ ...before, description: target.value })))
          }
          onKeyDown={(event) => onSaveShortcut(event, save)}
        />
        <p className={styles.counter}>
          {lengthMessage(draft.description.length, CATEGORY_DESCRIPTION_MAX_LENGTH)}
        </p>
      </div>
      {draft.items.length === 0 && <p className={styles.none}>No items yet. Choose Add New Item.</p>}
      <ol id="seed-list" className={styles.items}>
        {draft.items.map(({ id, description }, position) => (
          <Item
            key={id}
            id={id}
            description={description}
            position={position}
            isSaved={savedIds.has(id)}
            onText={onText}
            onRemove={onRemove}
            onSave={onSave}
          />
        ))}
      </ol>
      {hasBlankNewItem(draft) && (
        <p className={styles.none}>Blank items aren't saved. Type something, or remove them.</p>
      )}
    </ListField>
  );
}

const Item = memo(function Item({
  id,
  description,
  position,
  isSaved,
  onText,
  onRemove,
  onSave,
}: {
  id: string;
  description: string;
  position: number;
  isSaved: boolean;
  onText: (id: string, html: string) => void;
  onRemove: (id: string, position: number, isSaved: boolean) => Promise<Failure | undefined>;
  onSave: () => void;
}) {
  const label = `Item ${position + 1}`;
  return (
    <li className={styles.item}>
      <div role="group" aria-label={label}>
        <div className={styles.head}>
          <p>{label}</p>
          <RemoveButton onRemove={() => onRemove(id, position, isSaved)} />
        </div>
        <RichTextEditor
          id={`seed-item-${id}`}
          label={label}
          value={description}
          onChange={(html) => onText(id, html)}
          onSave={onSave}
        />
      </div>
    </li>
  );
});

function focusAt(position: number): void {
  const texts = document.querySelectorAll<HTMLElement>('#seed-list [role="textbox"]');
  (texts[Math.min(position, texts.length - 1)] ?? document.getElementById('seed-items'))?.focus();
}

function Theirs({ theirs, mine }: { theirs: PioneerCategory | undefined; mine: PioneerCategory }) {
  if (!theirs) return '(no items)';
  const mineById = new Map(mine.items.map(({ id, description }) => [id, description]));
  return (
    <>
      <p>{theirs.description || '(no description)'}</p>
      <ol className={styles.theirs}>
        {theirs.items.map(({ id, description }) => (
          <li key={id}>
            {mineById.get(id) !== description && (
              <strong>{mineById.has(id) ? 'different from yours' : 'not in your list'}</strong>
            )}
            {hasVisibleText(description) ? <RichText html={description} /> : ' (blank)'}
          </li>
        ))}
      </ol>
    </>
  );
}
