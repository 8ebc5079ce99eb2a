import { useState } from 'react';
import { isHiddenWhenEmpty, PIONEER_CATEGORIES } from '#contract/pioneer.ts';
import { useSite } from '#app/ui/site-context.ts';
import { useEditor } from '#app/editor/field/editor-context.ts';
import { PioneerCategoryEditor } from './pioneer-category-editor.tsx';
import { pioneerFieldOf } from './pioneer-list.ts';
import controls from '#app/editor/shell/controls.module.css';
import styles from './pioneer-section.module.css';

/** Renders the Pioneer items by category. Opened categories stay mounted, to keep drafts and running saves. */
export function PioneerSection() {
  const { pioneer } = useSite();
  const { drafts, interrupted, refreshLastSaves } = useEditor();
  const [opened, setOpened] = useState<readonly number[]>(() =>
    PIONEER_CATEGORIES.map(({ category }) => category).filter(
      (category) => drafts.has(pioneerFieldOf(category)) || interrupted?.field === pioneerFieldOf(category),
    ),
  );
  const [chosen, setChosen] = useState(
    () =>
      opened.find((category) => interrupted?.field === pioneerFieldOf(category)) ??
      opened[0] ??
      pioneer.categories[0]?.category ??
      0,
  );
  const isHidden = pioneer.categories.some((crop) => crop.category === chosen && isHiddenWhenEmpty(crop));

  function choose(category: number) {
    if (!opened.includes(category)) refreshLastSaves();
    setOpened([...new Set([...opened, chosen, category])]);
    setChosen(category);
  }

  return (
    <>
      <div className={styles.choice}>
        <label htmlFor="pioneer-category" className={controls.label}>
          Category
        </label>
        <select
          id="pioneer-category"
          className={controls.input}
          value={chosen}
          aria-describedby={isHidden ? 'pioneer-category-hint' : undefined}
          onChange={(event) => choose(Number(event.target.value))}
        >
          {pioneer.categories.map(({ category, categoryName }) => (
            <option key={category} value={category}>
              {categoryName}
            </option>
          ))}
        </select>
        {isHidden && (
          <p id="pioneer-category-hint" className={controls.hint}>
            This category shows on your website once it has an item.
          </p>
        )}
      </div>
      {[...new Set([...opened, chosen])].map((category) => {
        const crop = pioneer.categories.find((each) => each.category === category);
        return (
          crop && (
            <PioneerCategoryEditor
              key={category}
              category={category}
              builtIn={crop.longDescription}
              isShown={category === chosen}
            />
          )
        );
      })}
    </>
  );
}
