import type { ReactNode } from 'react';
import { uniqueId } from '#contract/item-id.ts';
import {
  BRAND_NAME_MAX_LENGTH,
  CROP_TEXT_MAX_LENGTH,
  PROGRAM_TEXT_MAX_LENGTH,
} from '#contract/seed-brands.ts';
import { LimitedInput } from '#app/editor/field/limited-input.tsx';
import { onSaveKey } from '#app/editor/field/save-shortcut.ts';
import controls from '#app/editor/frame/controls.module.css';
import { CropImage } from './crop-image.tsx';
import type { Drawings } from './drawings.ts';
import { textIn, withName, type BrandDraft, type SeedList, type SeedRow } from './seed-draft.ts';
import { SeedRows } from './seed-rows.tsx';
import { Labeled } from './setting-form.tsx';
import styles from './website-section.module.css';

const TEXT_LENGTH = 300;

export type CropRules = {
  /** Column of the text about a crop. */
  column: 'text' | 'longDescription';
  note: string;
  /** Returns a new crop; undefined if there is no room for one. */
  create: (crops: readonly SeedRow[]) => SeedRow | undefined;
  /** Message if there is no room. */
  full: string;
};

/** Renders the inputs of a seed brand. `children` follows its name. */
export function SeedForm({
  id,
  nameId = id,
  brand,
  drawings,
  crops,
  onChange,
  onSave,
  children,
}: {
  id: string;
  nameId?: string;
  brand: BrandDraft;
  drawings: Drawings;
  crops: CropRules;
  onChange: (step: (brand: BrandDraft) => BrandDraft) => void;
  onSave: () => void;
  children?: ReactNode;
}) {
  const changeList = (list: SeedList) => (step: (rows: readonly SeedRow[]) => SeedRow[]) =>
    onChange((before) => ({ ...before, [list]: step(before[list]) }));

  return (
    <div className={styles.form}>
      <Labeled id={nameId} label="Name">
        <LimitedInput
          id={nameId}
          className={controls.input}
          value={brand.name}
          maxLength={BRAND_NAME_MAX_LENGTH}
          onType={(name) => onChange((before) => withName(before, name))}
          onKeyDown={(event) => onSaveKey(event, onSave)}
        />
      </Labeled>
      {children}
      <Labeled id={`${id}-heading`} label="Heading">
        <LimitedInput
          id={`${id}-heading`}
          className={controls.input}
          value={brand.heading}
          maxLength={TEXT_LENGTH}
          onType={(heading) => onChange((before) => ({ ...before, heading }))}
          onKeyDown={(event) => onSaveKey(event, onSave)}
        />
      </Labeled>
      <SeedRows
        id={`${id}-categories`}
        list="categories"
        noun="crop"
        rows={brand.categories}
        note={crops.note}
        full={crops.full}
        columns={[
          { key: 'categoryName', maxLength: TEXT_LENGTH },
          { key: 'imageUrl', choices: drawings.crops },
          { key: crops.column, maxLength: CROP_TEXT_MAX_LENGTH, isMultiline: true },
        ]}
        create={crops.create}
        onChange={changeList('categories')}
        onSave={onSave}
      >
        {(row, change) => (
          <CropImage
            id={`${id}-${row.key}-image`}
            name={textIn(row, 'categoryName').trim() || 'this crop'}
            drawing={textIn(row, 'imageUrl')}
            chosen={textIn(row, 'imageId') || undefined}
            onChoose={(imageId) => change({ imageId })}
          />
        )}
      </SeedRows>
      <SeedRows
        id={`${id}-services`}
        list="services"
        noun="service"
        rows={brand.services}
        columns={[
          { key: 'name', maxLength: TEXT_LENGTH },
          { key: 'drawing', choices: drawings.services },
        ]}
        create={() => ({ key: uniqueId(), name: '', drawing: drawings.services[0] ?? '' })}
        onChange={changeList('services')}
        onSave={onSave}
      />
      <SeedRows
        id={`${id}-programs`}
        list="programs"
        noun="program"
        rows={brand.programs}
        note="Shown at the end of the page. The first percentage or amount in the text shows large."
        columns={[
          { key: 'name', maxLength: TEXT_LENGTH },
          { key: 'text', maxLength: PROGRAM_TEXT_MAX_LENGTH, isMultiline: true },
        ]}
        create={() => ({ key: uniqueId(), name: '', text: '' })}
        onChange={changeList('programs')}
        onSave={onSave}
      />
    </div>
  );
}
