import { useMemo, useState } from 'react';
import { PIONEER_CATEGORIES } from '#contract/pioneer.ts';
import { useSite } from '#app/site-context.ts';
import { editorCalls } from '#app/editor/editor-calls.ts';
import { useEditor } from '#app/editor/editor-context.ts';
import { EditorSection } from '#app/editor/editor-section.tsx';
import { createSeedCategoryCalls } from './save-seed-items.ts';
import { SeedCategoryEditor, seedFieldOf } from './seed-category-editor.tsx';
import styles from './seed-section.module.css';

const ID = 'pioneer-items';

const isHiddenWhenEmpty = (chosen: number) =>
  PIONEER_CATEGORIES.some(({ category, always }) => category === chosen && !always);

/** Renders the Pioneer items by category. Opened categories stay mounted, to keep drafts and running saves. */
export function SeedSection() {
  const { pioneer } = useSite();
  const { keptTexts, interrupted } = useEditor();
  const [begun, setBegun] = useState<readonly number[]>(() =>
    PIONEER_CATEGORIES.map(({ category }) => category).filter(
      (category) =>
        keptTexts.find(seedFieldOf(category)) !== undefined || interrupted?.field === seedFieldOf(category),
    ),
  );
  const [chosen, setChosen] = useState(
    () => begun.find((category) => interrupted?.field === seedFieldOf(category)) ?? begun[0] ?? 0,
  );
  const calls = useMemo(
    () =>
      new Map(
        pioneer.categories.map(({ category, longDescription }) => [
          category,
          createSeedCategoryCalls(editorCalls, category, longDescription),
        ]),
      ),
    [pioneer],
  );

  function choose(category: number) {
    setBegun([...new Set([...begun, chosen, category])]);
    setChosen(category);
  }

  return (
    <EditorSection id={ID} heading="Pioneer Items">
      <div className={styles.choice}>
        <label htmlFor="seed-category">Category</label>
        <select
          id="seed-category"
          value={chosen}
          aria-describedby={isHiddenWhenEmpty(chosen) ? 'seed-category-hint' : undefined}
          onChange={(event) => choose(Number(event.target.value))}
        >
          {pioneer.categories.map(({ category, categoryName }) => (
            <option key={category} value={category}>
              {categoryName}
            </option>
          ))}
        </select>
        {isHiddenWhenEmpty(chosen) && (
          <p id="seed-category-hint" className={styles.none}>
            This category shows on your website once it has an item.
          </p>
        )}
      </div>
      {[...new Set([...begun, chosen])].map((category) => {
        const own = calls.get(category);
        return (
          own && (
            <SeedCategoryEditor
              key={category}
              section={ID}
              category={category}
              calls={own}
              isShown={category === chosen}
            />
          )
        );
      })}
    </EditorSection>
  );
}
