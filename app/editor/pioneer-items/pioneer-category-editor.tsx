import type { VersionId } from '#contract/content-version.ts';
import { memo, useCallback, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { CATEGORY_DESCRIPTION_MAX_LENGTH } from '#contract/pioneer.ts';
import { hasVisibleText } from '#contract/rich-text.ts';
import { RichTextEditor } from '#app/rich-text-editor/rich-text-editor.tsx';
import { RichText } from '#app/ui/rich-text.tsx';
import type { Failure } from '#app/editor/frame/admin-api.ts';
import { EditorQueryView } from '#app/editor/frame/editor-query-view.tsx';
import { lengthMessage } from '#app/editor/field/length-counter.ts';
import { LimitedInput } from '#app/editor/field/limited-input.tsx';
import { ListButton, ListField } from '#app/editor/field/list-field.tsx';
import { REMOVE_LABELS, RequestButton } from '#app/editor/field/request-button.tsx';
import { focusInRow, focusOrRow, RowToggle, rowBody } from '#app/editor/field/row-toggle.tsx';
import { RemovedLine, removedMessage, restoredMessage, undoIdOf } from '#app/editor/field/removed-line.tsx';
import { withRemovals, type Removal } from '#app/editor/field/removals.ts';
import { useFocusWhenLost, useRemovals } from '#app/editor/field/use-removals.ts';
import { mergeItems, applyStep, type createCategoryApi } from './submit-items.ts';
import { onSaveShortcut } from '#app/editor/field/save-shortcut.ts';
import {
  hasBlankNewItem,
  newItem,
  toCategory,
  toText,
  withItem,
  withoutItem,
  withText,
  type DraftItem,
  type PioneerCategory,
} from './pioneer-category.ts';
import { useEditorQuery } from '#app/editor/frame/use-editor-query.ts';
import { useField } from '#app/editor/field/use-field.ts';
import cardList from '#app/editor/field/card-list.module.css';
import styles from './pioneer-section.module.css';

type CategoryApi = ReturnType<typeof createCategoryApi>;
type CategoryProps = { section: string; category: number; api: CategoryApi; isShown: boolean };

/** The history of an item does not name its category, so all categories are in one. */
const PIONEER_HISTORY = { kind: 'pioneer' } as const;

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
}: CategoryProps & { loaded: PioneerCategory; version: VersionId }) {
  const load = useCallback(async () => {
    const result = await api.load();
    return result.outcome === 'done' ? { ...result, body: toText(result.body) } : result;
  }, [api]);
  const field = useField({
    section,
    field: pioneerFieldOf(category),
    subject: `pioneer-category:${category}`,
    saved: toText(loaded),
    version,
    save: api.save,
    load,
    history: PIONEER_HISTORY,
    mergeDraft: mergeItems,
  });
  const { state, now, edit, change, save } = field;
  const { removals, remember, forget } = useRemovals<DraftItem>(pioneerFieldOf(category));
  const focusWhenLost = useFocusWhenLost();
  const [status, setStatus] = useState('');

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
      let isRemoved = true;
      const item = itemsIn(now().draft).find((each) => each.id === id);
      if (isSaved) {
        await change(async (before) => {
          const outcome = await api.remove(id, before);
          failure = outcome.failure;
          isRemoved = !failure && outcome.event.type !== 'conflict';
          // Read the draft now: it may have been edited during the request.
          if (isRemoved) remember(id, { draft: itemsIn(now().draft), saved: itemsIn(before.saved) });
          return outcome.event;
        });
      } else {
        isRemoved = item !== undefined && hasVisibleText(item.description);
        if (isRemoved) remember(id, { draft: itemsIn(now().draft), saved: [] });
        // Focus the item that is now at the position of the removed one.
        else setTimeout(() => focusAt(position));
        edit((draft) => applyStep(draft, (before) => withoutItem(before, id)));
      }
      if (isRemoved && item) {
        focusWhenLost(undoIdOf(id));
        setStatus(removedMessage(nameOf(item)));
      }
      return failure;
    },
    [edit, change, now, api, remember, focusWhenLost],
  );

  async function undo(removal: Removal<DraftItem>) {
    const { item, saved: stored, after } = removal;
    let failure: Failure | undefined;
    if (stored) {
      await change(async () => {
        const outcome = await api.restore({ ...removal, saved: stored }, now);
        failure = outcome.failure;
        return outcome.events;
      });
    } else {
      edit((draft) => applyStep(draft, (before) => withItem(before, item, after.draft)));
    }
    if (failure) return failure;
    forget(item.id);
    focusWhenLost(`seed-item-${item.id}`);
    setStatus(restoredMessage(nameOf(item)));
    return undefined;
  }

  if (!isShown) return null;

  const saved = toCategory(state.saved) ?? loaded;
  const draft = toCategory(state.draft) ?? saved;
  const savedById = new Map(saved.items.map(({ id, description }) => [id, description]));

  function add() {
    const added = newItem();
    flushSync(() =>
      edit((text) => applyStep(text, (before) => ({ ...before, items: [...before.items, added] }))),
    );
    focusInRow(document.getElementById(`seed-item-${added.id}`));
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
      <p className="visually-hidden" role="status">
        {status}
      </p>
      <div className={styles.description}>
        <label htmlFor="seed-description">Category description</label>
        <LimitedInput
          id="seed-description"
          isMultiline
          value={draft.description}
          maxLength={CATEGORY_DESCRIPTION_MAX_LENGTH}
          lastSave={state.receipt}
          onType={(description) => edit((text) => applyStep(text, (before) => ({ ...before, description })))}
          onKeyDown={(event) => onSaveShortcut(event, save)}
        />
        <p className={styles.counter}>
          {lengthMessage(draft.description.length, CATEGORY_DESCRIPTION_MAX_LENGTH)}
        </p>
      </div>
      {draft.items.length === 0 && <p className={styles.none}>No items yet. Choose Add New Item.</p>}
      <ol id="seed-list" className="plain-list">
        {withRemovals(draft.items, removals).map(({ id, item, position, removal }) =>
          removal ? (
            <RemovedLine
              key={id}
              id={id}
              name={nameOf(removal.saved ?? removal.item)}
              onUndo={() => undo(removal)}
            />
          ) : (
            <Item
              key={id}
              id={id}
              description={item.description}
              position={position}
              isSaved={savedById.has(id)}
              isChanged={savedById.get(id) !== item.description}
              onText={onText}
              onRemove={onRemove}
              onSave={onSave}
              lastSave={state.receipt}
            />
          ),
        )}
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
  isChanged,
  onText,
  onRemove,
  onSave,
  lastSave,
}: {
  id: string;
  description: string;
  position: number;
  isSaved: boolean;
  isChanged: boolean;
  onText: (id: string, html: string) => void;
  onRemove: (id: string, position: number, isSaved: boolean) => Promise<Failure | undefined>;
  onSave: () => void;
  lastSave: unknown;
}) {
  const label = `Item ${position + 1}`;
  const [isOpen, setIsOpen] = useState(false);
  return (
    <li className={styles.item} data-open={isOpen}>
      <RowToggle
        label={label}
        name={firstWords(description)}
        isChanged={isChanged}
        isOpen={isOpen}
        onToggle={() => setIsOpen(!isOpen)}
      />
      <div role="group" aria-label={label} className={rowBody}>
        <div className={styles.head}>
          <p>{label}</p>
          <RequestButton labels={REMOVE_LABELS} onPress={() => onRemove(id, position, isSaved)} />
        </div>
        <RichTextEditor
          id={`seed-item-${id}`}
          label={label}
          value={description}
          onChange={(html) => onText(id, html)}
          onSave={onSave}
          lastSave={lastSave}
        />
      </div>
    </li>
  );
});

const itemsIn = (text: string) => toCategory(text)?.items ?? [];

/** Returns the first words of an item, as its name in messages. */
function nameOf({ description }: DraftItem): string {
  const words = firstWords(description);
  return words === '' ? 'Item' : `“${words}”`;
}

function firstWords(html: string): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  const text = [...body.children].map(({ textContent }) => textContent.trim()).find(Boolean);
  if (!text) return '';
  const [start] = /^.{1,40}/su.exec(text) ?? [text];
  return start === text ? text : `${start.trimEnd()}…`;
}

function focusAt(position: number): void {
  const texts = document.querySelectorAll<HTMLElement>('#seed-list [role="textbox"]');
  focusOrRow(texts[Math.min(position, texts.length - 1)] ?? document.getElementById('seed-items'));
}

function Theirs({ theirs, mine }: { theirs: PioneerCategory | undefined; mine: PioneerCategory }) {
  if (!theirs) return '(no items)';
  const mineById = new Map(mine.items.map(({ id, description }) => [id, description]));
  return (
    <>
      <p>{theirs.description || '(no description)'}</p>
      <ol className={cardList.theirs}>
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
