import { memo, useMemo, useState } from 'react';
import type { VersionId } from '#contract/content-version.ts';
import { CATEGORY_DESCRIPTION_MAX_LENGTH } from '#contract/pioneer.ts';
import { hasVisibleText } from '#contract/rich-text.ts';
import { RichTextEditor } from '#app/rich-text-editor/rich-text-editor.tsx';
import { RichText } from '#app/ui/rich-text.tsx';
import { EditorQueryView } from '#app/editor/shell/editor-query-view.tsx';
import { useEditorQuery } from '#app/editor/shell/use-editor-query.ts';
import { lengthMessage } from '#app/editor/field/length-counter.ts';
import { LimitedInput } from '#app/editor/field/limited-input.tsx';
import { REMOVE_LABELS, RequestButton } from '#app/editor/field/request-button.tsx';
import { RowToggle, rowBody } from '#app/editor/field/row-toggle.tsx';
import { onSaveShortcut } from '#app/editor/field/save-shortcut.ts';
import { RowListField, type RowProps } from '#app/editor/lists/row-list.tsx';
import { useRowList } from '#app/editor/lists/use-row-list.ts';
import { hasBlankNewItem, newItem, type DraftItem, type PioneerCategory } from './pioneer-category.ts';
import { firstWords, pioneerList } from './pioneer-list.ts';
import controls from '#app/editor/shell/controls.module.css';
import styles from './pioneer-section.module.css';

/** Renders the editor of one category. While hidden it keeps its draft and running saves. */
export function PioneerCategoryEditor({
  category,
  builtIn,
  isShown,
}: {
  category: number;
  /** Description while none is stored. */
  builtIn: string;
  isShown: boolean;
}) {
  const record = useMemo(() => pioneerList(category, builtIn), [category, builtIn]);
  const load = useEditorQuery(record.load);
  if (load.state !== 'loaded' && !isShown) return null;
  return (
    <EditorQueryView query={load} noun="Pioneer items">
      {(saved, version) => <CategoryField {...{ record, isShown, saved, version }} />}
    </EditorQueryView>
  );
}

type Loaded = { saved: PioneerCategory; version: VersionId };
type FieldProps = { record: ReturnType<typeof pioneerList>; isShown: boolean };

function CategoryField({ record, isShown, ...loaded }: FieldProps & Loaded) {
  const list = useRowList(record, { ...loaded, whenSignedOut: 'leave' });
  if (!isShown) return null;
  const { draft, receipt } = list.field.state;
  return (
    <RowListField
      list={list}
      id="seed-items"
      name="Items"
      saveLabel="Update Items"
      added={{ label: 'Add New Item', newRow: newItem }}
      inputs={
        <div className={styles.description}>
          <label htmlFor="seed-description" className={controls.label}>
            Category description
          </label>
          <LimitedInput
            id="seed-description"
            className={controls.input}
            isMultiline
            value={draft.description}
            maxLength={CATEGORY_DESCRIPTION_MAX_LENGTH}
            lastSave={receipt}
            onType={(description) => list.field.edit((before) => ({ ...before, description }))}
            onKeyDown={(event) => onSaveShortcut(event, list.field.save)}
          />
          <p className={styles.counter}>
            {lengthMessage(draft.description.length, CATEGORY_DESCRIPTION_MAX_LENGTH)}
          </p>
        </div>
      }
      empty="No items yet."
      renderRow={(props) => <Item {...props} lastSave={receipt} />}
      renderTheirs={({ description }) =>
        hasVisibleText(description) ? <RichText html={description} /> : '(blank)'
      }
      note={
        hasBlankNewItem(draft) && (
          <p className={controls.hint}>Blank items aren't saved. Type something, or remove them.</p>
        )
      }
    />
  );
}

const Item = memo(function Item({
  row,
  saved,
  position,
  lastSave,
  onChange,
  onRemove,
  onSave,
}: RowProps<DraftItem> & { lastSave: unknown }) {
  const { id, description } = row;
  const label = `Item ${position + 1}`;
  const [isOpen, setIsOpen] = useState(false);
  return (
    <li className={styles.item} data-open={isOpen}>
      <RowToggle
        label={label}
        name={firstWords(description)}
        isChanged={saved?.description !== description}
        isOpen={isOpen}
        onToggle={() => setIsOpen(!isOpen)}
      />
      <div role="group" aria-label={label} className={rowBody}>
        <div className={styles.head}>
          <p className={controls.label}>{label}</p>
          <RequestButton labels={REMOVE_LABELS} onPress={() => onRemove(row)} />
        </div>
        <RichTextEditor
          id={`seed-item-${id}`}
          label={label}
          value={description}
          onChange={(html) => onChange(id, { description: html })}
          onSave={onSave}
          lastSave={lastSave}
        />
      </div>
    </li>
  );
});
