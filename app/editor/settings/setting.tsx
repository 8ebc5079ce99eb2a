import { useState, type ReactNode } from 'react';
import { SETTING_FIELDS, type Field, type Fields, type ListField } from '#contract/setting-fields.ts';
import type { SiteSetting } from '#contract/site-settings.ts';
import { FieldRow } from '#app/editor/field/field-row.tsx';
import { Button } from '#app/editor/shell/button.tsx';
import controls from '#app/editor/shell/controls.module.css';
import { BrandImages } from './brand-images.tsx';
import { ColorForm } from './color-form.tsx';
import type { Drawings } from './drawings.ts';
import { FieldRows, Form, isTyped, useFieldRows, type FormProps } from './form.tsx';
import { FormProvider, Labeled, TextInput } from './form-input.tsx';
import { LocationForm } from './location-form.tsx';
import { addressNote, withAddress } from './seed-brands.ts';
import { linesOf, mapValues, rowsIn, textIn, valuesIn, type Values } from './setting-draft.ts';
import { valueOfText } from './stored-draft.ts';
import { useSettingField, type LoadedSettings, type SettingField } from './use-setting-field.ts';
import styles from './settings.module.css';

/** Forms that show more than their texts: the device's location, images, and colors with their contrast. */
const FORMS: Partial<Record<SiteSetting, (props: FormProps) => ReactNode>> = {
  location: LocationForm,
  brand: BrandImages,
  colors: ColorForm,
};

/** Longer forms and lists are folded at first; forms with more than `narrowInputs` are below the name of the setting. */
const FEW = { narrowInputs: 2, inputs: 3, rows: 5 } as const;

const settingId = (name: string) => `field-setting-${name}`;

/** Renders a setting as its field in the contract says. */
export function Setting({
  name,
  loaded,
  drawings,
}: {
  name: SiteSetting;
  loaded: LoadedSettings;
  drawings: Drawings;
}) {
  const setting = useSettingField(name, loaded);
  const { draft, saved, field } = setting;
  const shared = { drawings, saved: field.state.saved, lastSave: field.state.receipt, save: field.save };
  const noteOf = (input: string, values: Values) =>
    name === 'seedBrands' && input === 'address'
      ? addressNote(values, { saved: rowsIn(saved), brands: rowsIn(draft) })
      : undefined;
  return (
    <FormProvider value={{ ...shared, noteOf }}>
      <SettingBody setting={setting} />
    </FormProvider>
  );
}

function SettingBody({ setting }: { setting: SettingField }) {
  const { name, draft, change } = setting;
  const field: Field = SETTING_FIELDS[name];
  const id = settingId(name);
  if (field.kind === 'list') return <ListSetting setting={setting} field={field} />;
  if (field.kind === 'form')
    return (
      <FormSetting
        setting={setting}
        fields={field.fields}
        isWide={Object.keys(field.fields).length > FEW.narrowInputs}
      />
    );
  if (field.kind === 'pageTexts') {
    const { max } = field;
    const fields = mapValues(valuesIn(draft), (_, path) => ({ kind: 'text', label: path, max }) as const);
    return <FormSetting setting={setting} fields={fields} />;
  }
  return (
    <SettingRow setting={setting}>
      <Labeled id={id} label={field.label} isHidden>
        <TextInput id={id} field={field} value={textIn(draft)} onChange={(text) => change(() => text)} />
      </Labeled>
    </SettingRow>
  );
}

function FormSetting({
  setting,
  fields,
  isWide = false,
}: {
  setting: SettingField;
  fields: Fields;
  /** Puts the inputs below the name. */
  isWide?: boolean;
}) {
  const { name, draft, change } = setting;
  const Body = FORMS[name] ?? Form;
  const typed = Object.values(fields).filter(isTyped);
  const hasLists = typed.some(({ kind }) => kind === 'list');
  const body = (
    <Body
      id={settingId(name)}
      fields={fields}
      values={valuesIn(draft)}
      change={(step) => change((before) => step(valuesIn(before)))}
      hasColumns={isWide && !hasLists}
    />
  );
  return (
    <SettingRow setting={setting} isWide={isWide}>
      {typed.length > FEW.inputs && !hasLists ? (
        <details className={styles.folded}>
          <summary>Show all {typed.length}</summary>
          {body}
        </details>
      ) : (
        body
      )}
    </SettingRow>
  );
}

function ListSetting({ setting, field }: { setting: SettingField; field: ListField }) {
  const { name, draft } = setting;
  const rows = rowsIn(draft);
  const [isOpen, setIsOpen] = useState(rows.length <= FEW.rows || setting.field.isUnsaved);
  const change: Parameters<typeof useFieldRows>[0]['change'] = (step) =>
    setting.change((before) => {
      const [earlier, next] = [rowsIn(before), step(rowsIn(before))];
      if (name !== 'seedBrands') return next;
      return next.map((row) => {
        const brand = earlier.find(({ key }) => key === row.key);
        return brand ? { ...withAddress(brand, row), key: row.key } : row;
      });
    });
  const list = useFieldRows({ id: settingId(name), field, rows, change, onAdd: () => setIsOpen(true) });
  return (
    <SettingRow
      setting={setting}
      isWide
      addButton={<Button onClick={list.add}>{`Add ${field.noun}`}</Button>}
    >
      <details
        className={styles.folded}
        hidden={list.all.length === 0}
        open={isOpen}
        onToggle={({ target, currentTarget }) => target === currentTarget && setIsOpen(currentTarget.open)}
      >
        <summary>Show all {rows.length}</summary>
        <FieldRows list={list} field={field} change={change} />
      </details>
      {rows.length === 0 && <p className={styles.note}>Nothing in this list yet.</p>}
    </SettingRow>
  );
}

/** Renders a setting around its inputs, each of which has its own label. */
function SettingRow({
  setting: { name, field, isFromFile, takeFromFile },
  isWide = false,
  addButton,
  children,
}: {
  setting: SettingField;
  isWide?: boolean;
  addButton?: ReactNode;
  children: ReactNode;
}) {
  const { label, help }: Field = SETTING_FIELDS[name];
  const { theirs } = field.state;
  return (
    <FieldRow
      id={settingId(name)}
      name={label}
      label={<span>{label}</span>}
      field={field}
      hint={help}
      isWide={isWide}
      addButton={addButton}
      theirs={theirs && <Lines lines={linesOf(name, valueOfText(name, theirs.content))} />}
    >
      {children}
      {!isFromFile && !field.isUnsaved && (
        <p className={styles.source}>
          <button type="button" className={controls.link} onClick={takeFromFile}>
            Use the site file's value
            <span className="visually-hidden"> for {label}</span>
          </button>
        </p>
      )}
    </FieldRow>
  );
}

function Lines({ lines }: { lines: readonly string[] }) {
  if (lines.length === 0) return '(blank)';
  return (
    <ul className={styles.lines}>
      {lines.map((line, at) => (
        <li key={at}>{line}</li>
      ))}
    </ul>
  );
}
