import { useState } from 'react';
import { flushSync } from 'react-dom';
import { PAGE_MAX_LENGTH } from '#contract/own-pages.ts';
import { uniqueId } from '#contract/item-id.ts';
import { brandPath, CROPS_MAX, SEED_BRANDS_MAX, SEED_FOLDER } from '#contract/seed-brands.ts';
import { moved } from '#app/editor/field/list-order.ts';
import { keepFocus } from '#app/editor/field/keep-focus.ts';
import { LimitedInput } from '#app/editor/field/limited-input.tsx';
import { ListButton } from '#app/editor/field/list-field.tsx';
import { ReorderControls } from '#app/editor/field/reorder-controls.tsx';
import { onSaveKey } from '#app/editor/field/save-shortcut.ts';
import controls from '#app/editor/frame/controls.module.css';
import type { Drawings } from './drawings.ts';
import { earlierAddress, parseBrands, type BrandDraft, type SeedRow } from './seed-draft.ts';
import { SeedForm } from './seed-form.tsx';
import { Labeled } from './setting-form.tsx';
import { SettingRow, settingId } from './setting-row.tsx';
import { useSettingField, type LoadedSettings } from './use-setting-field.ts';
import styles from './website-section.module.css';

const NAME = 'seedBrands';
const nameOf = (brand: BrandDraft, at: number) => brand.name.trim() || `Brand ${at + 1}`;
const idOf = ({ key }: BrandDraft) => `${settingId(NAME)}-${key}`;

/** Renders the brands other than Pioneer, each folded until it is opened. */
export function BrandsField({ loaded, drawings }: { loaded: LoadedSettings; drawings: Drawings }) {
  const setting = useSettingField(NAME, loaded);
  const { state, edit, save } = setting.field;
  const brandsIn = (text: string) => parseBrands(text) ?? parseBrands(state.saved) ?? [];
  const brands = brandsIn(state.draft);
  const saved = brandsIn(state.saved);
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const [status, setStatus] = useState('');
  const id = settingId(NAME);
  const step = (change: (before: readonly BrandDraft[]) => readonly BrandDraft[]) =>
    edit((draft) => JSON.stringify(change(brandsIn(draft))));

  function toggle(key: string, isOpen: boolean) {
    setOpen((before) => new Set(isOpen ? [...before, key] : [...before].filter((each) => each !== key)));
  }

  function add() {
    if (brands.length >= SEED_BRANDS_MAX) {
      setStatus(`There are at most ${SEED_BRANDS_MAX} brands. Remove one to add another.`);
      return;
    }
    const brand: BrandDraft = {
      key: uniqueId(),
      address: '',
      name: '',
      heading: '',
      programs: [],
      categories: [],
      services: [],
    };
    flushSync(() => {
      toggle(brand.key, true);
      setStatus('');
      step((before) => [...before, brand]);
    });
    document.getElementById(`${idOf(brand)}-name`)?.focus();
  }

  function remove(brand: BrandDraft, at: number) {
    flushSync(() => {
      step((before) => before.filter(({ key }) => key !== brand.key));
      setStatus(`${nameOf(brand, at)} removed. To get it back, choose Undo changes.`);
    });
    document.getElementById(id)?.focus();
  }

  function move(brand: BrandDraft, at: number, to: number) {
    if (to === at) return;
    keepFocus(() => {
      step((before) => moved(before, ({ key }) => key === brand.key, to));
      setStatus(`${nameOf(brand, at)} moved ${to > at ? 'down' : 'up'}.`);
    });
  }

  return (
    <SettingRow
      setting={setting}
      isWide
      hint="Other brands of seed that you sell. Your menu links to each of them."
      addButton={<ListButton label="Add brand" onPress={add} />}
    >
      <ol id={id} className="plain-list" tabIndex={-1} aria-label="Other seed brands">
        {brands.map((brand, at) => (
          <li key={brand.key} className={styles.brand}>
            <details
              className={styles.folded}
              open={open.has(brand.key)}
              onToggle={({ target, currentTarget }) =>
                target === currentTarget && toggle(brand.key, currentTarget.open)
              }
            >
              <summary>{nameOf(brand, at)}</summary>
              <SeedForm
                id={idOf(brand)}
                nameId={`${idOf(brand)}-name`}
                brand={brand}
                drawings={drawings}
                crops={{
                  column: 'text',
                  note: 'Visitors read the text when they choose the crop.',
                  create: (crops) => newCrop(crops, drawings),
                  full: `There are at most ${CROPS_MAX} crops. Remove one to add another.`,
                }}
                onChange={(change) =>
                  step((before) => before.map((each) => (each.key === brand.key ? change(each) : each)))
                }
                onSave={save}
              >
                <Labeled id={`${idOf(brand)}-address`} label="Address">
                  <LimitedInput
                    id={`${idOf(brand)}-address`}
                    className={controls.input}
                    value={brand.address ?? ''}
                    maxLength={PAGE_MAX_LENGTH.address}
                    aria-describedby={`${idOf(brand)}-path`}
                    onType={(address) =>
                      step((before) =>
                        before.map((each) => (each.key === brand.key ? { ...each, address } : each)),
                      )
                    }
                    onKeyDown={(event) => onSaveKey(event, save)}
                  />
                  <p id={`${idOf(brand)}-path`} className={styles.note}>
                    {addressNote(brand, earlierAddress(brand, { saved, brands }))}
                  </p>
                </Labeled>
              </SeedForm>
            </details>
            <div className={styles.rowActions}>
              <ReorderControls
                position={at}
                count={brands.length}
                itemName={nameOf(brand, at)}
                onMove={(to) => move(brand, at, to)}
                onDrag={() => undefined}
              />
              <button type="button" className={controls.button} onClick={() => remove(brand, at)}>
                Remove<span className="visually-hidden"> {nameOf(brand, at)}</span>
              </button>
            </div>
          </li>
        ))}
      </ol>
      {brands.length === 0 && <p className={styles.note}>No other brands yet.</p>}
      <p className={styles.note} role="status">
        {status}
      </p>
    </SettingRow>
  );
}

function addressNote({ address }: BrandDraft, earlier: string | undefined): string {
  if (!address) return `It follows ${SEED_FOLDER} in the address of the page.`;
  const note = `The page is at ${brandPath(address)}.`;
  return earlier === undefined ? note : `${note} Links to ${brandPath(earlier)} will lead there.`;
}

function newCrop(crops: readonly SeedRow[], drawings: Drawings): SeedRow | undefined {
  if (crops.length >= CROPS_MAX) return undefined;
  return { key: uniqueId(), id: '', categoryName: '', text: '', imageUrl: drawings.crops[0] ?? '' };
}
