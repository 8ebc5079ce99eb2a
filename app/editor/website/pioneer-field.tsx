import { useEffect } from 'react';
import { PIONEER_CATEGORIES } from '#contract/pioneer.ts';
import { uniqueId } from '#contract/item-id.ts';
import { setPioneerShown } from '#app/editor/frame/shown-parts.ts';
import type { Drawings } from './drawings.ts';
import { SeedForm } from './seed-form.tsx';
import { freeCategory, parseBrands, type BrandDraft, type SeedRow } from './seed-draft.ts';
import { SettingRow, settingId } from './setting-row.tsx';
import { useSettingField, type LoadedSettings } from './use-setting-field.ts';
import styles from './website-section.module.css';

const NAME = 'pioneer';
const NUMBERS = PIONEER_CATEGORIES.map(({ category }) => category);

/** Renders the brand of the Pioneer page, whose crops have the numbers of the Pioneer items. */
export function PioneerField({ loaded, drawings }: { loaded: LoadedSettings; drawings: Drawings }) {
  const setting = useSettingField(NAME, loaded);
  const { state, edit, save } = setting.field;
  const brandIn = (text: string) => (parseBrands(text) ?? parseBrands(state.saved) ?? [])[0];
  const brand = brandIn(state.draft);
  const isShown = brandIn(state.saved)?.shown ?? true;
  useEffect(() => setPioneerShown(isShown), [isShown]);
  if (!brand) return null;
  const id = settingId(NAME);
  const change = (step: (brand: BrandDraft) => BrandDraft) =>
    edit((draft) => {
      const before = brandIn(draft);
      return before ? JSON.stringify(step(before)) : draft;
    });

  function newCrop(crops: readonly SeedRow[]) {
    const category = freeCategory(crops, NUMBERS);
    if (category === undefined) return undefined;
    return {
      key: uniqueId(),
      id: '',
      category,
      categoryName: '',
      longDescription: '',
      imageUrl: drawings.crops[0] ?? '',
    };
  }

  return (
    <SettingRow
      setting={setting}
      isWide
      hint="The brand whose products are under Pioneer Items. If you sell another one, type its name and heading."
    >
      <div className={styles.form}>
        <label className={styles.check}>
          <input
            type="checkbox"
            checked={brand.shown ?? true}
            onChange={({ target }) => change((before) => ({ ...before, shown: target.checked }))}
          />
          Show this page
        </label>
        <SeedForm
          id={id}
          brand={brand}
          drawings={drawings}
          crops={{
            column: 'longDescription',
            note: 'The description shows until you write one under Pioneer Items. A new crop takes the place and the items of one that you removed.',
            create: newCrop,
            full: `There are at most ${NUMBERS.length} crops. Remove one to add another.`,
          }}
          onChange={change}
          onSave={save}
        />
      </div>
    </SettingRow>
  );
}
