import { useState, type ReactNode } from 'react';
import { SETTING_FIELDS, type Field, type Fields, type ListField } from '#contract/setting-fields.ts';
import type { SiteSetting } from '#contract/site-settings.ts';
import { FieldRow } from '#app/editor/field/field-row.tsx';
import { Button } from '#app/editor/shell/button.tsx';
import { BrandImages } from './brand-images.tsx';
import { ColorForm } from './color-form.tsx';
import type { Drawings } from './drawings.ts';
import { Form, isTyped, RowList, useAddRow, type FormProps } from './form.tsx';
import { FormInput, FormProvider } from './form-input.tsx';
import { Holidays } from '#app/editor/field/holidays.tsx';
import { LocationForm } from './location-form.tsx';
import { addressNote, withAddresses } from './seed-brands.ts';
import {
  keptIn,
  linesOf,
  textIn,
  mapValues,
  rowsIn,
  valuesIn,
  type Row,
  type Values,
} from './setting-draft.ts';
import { sectionOf } from './setting-sections.ts';
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

type SettingProps = { name: SiteSetting; loaded: LoadedSettings; drawings: Drawings };

/** Renders a setting as its field in the contract says. */
export function Setting({ name, loaded, drawings }: SettingProps) {
  const setting = useSettingField(name, loaded);
  const { save, state } = setting.field;
  const noteOf = (input: string, values: Values) =>
    name === 'seedBrands' && input === 'address'
      ? addressNote(values, { saved: rowsIn(state.saved), brands: keptIn(rowsIn(state.draft)) })
      : undefined;
  return (
    <FormProvider value={{ section: sectionOf(name), drawings, lastSave: state.receipt, save, noteOf }}>
      <SettingBody setting={setting} />
    </FormProvider>
  );
}

function SettingBody({ setting }: { setting: SettingField }) {
  const { edit, state } = setting.field;
  const field: Field = SETTING_FIELDS[setting.name];
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
    const toField = (_: unknown, label: string) => ({ kind: 'text', label, max }) as const;
    const fields = mapValues(valuesIn(state.draft), toField);
    return <FormSetting setting={setting} fields={fields} />;
  }
  return (
    <SettingRow setting={setting}>
      <FormInput
        id={settingId(setting.name)}
        name="value"
        field={field}
        values={{ value: state.draft }}
        change={(step) => edit((value) => step({ value })['value'])}
        isLabelHidden
      />
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
  const { name, field } = setting;
  const Body = FORMS[name] ?? Form;
  const typed = Object.values(fields).filter(isTyped);
  const hasLists = typed.some(({ kind }) => kind === 'list');
  const body = (
    <Body
      id={settingId(name)}
      fields={fields}
      values={valuesIn(field.state.draft)}
      change={(step) => field.edit((before) => step(valuesIn(before)))}
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
  const { name, field: list } = setting;
  const rows = rowsIn(list.state.draft);
  const [isOpenAtFirst] = useState(rows.length <= FEW.rows || list.isUnsaved);
  const props = {
    id: settingId(name),
    field,
    rows,
    change: (step: (rows: readonly Row[]) => readonly Row[]) =>
      list.edit((draft) => {
        const before = rowsIn(draft);
        return name === 'seedBrands' ? withAddresses(before, step(before)) : step(before);
      }),
  };
  const added = useAddRow(props);
  const count = keptIn(rows).length;
  return (
    <SettingRow
      setting={setting}
      isWide
      addButton={<Button onClick={() => added.add()}>{`Add ${field.noun}`}</Button>}
    >
      <details className={styles.folded} hidden={rows.length === 0} open={isOpenAtFirst}>
        <summary>Show all {count}</summary>
        <RowList {...props} added={added} />
      </details>
      {count === 0 && name !== 'specialDays' && <p className={styles.note}>Nothing in this list yet.</p>}
      {name === 'specialDays' && (
        <Holidays
          days={keptIn(rows).map(({ date, until }) => ({ date: textIn(date), until: textIn(until) }))}
          onAdd={added.add}
        />
      )}
    </SettingRow>
  );
}

type SettingRowProps = {
  setting: SettingField;
  isWide?: boolean;
  addButton?: ReactNode;
  children: ReactNode;
};

/** Renders a setting around its inputs, each of which has its own label. */
function SettingRow({ setting, isWide = false, addButton, children }: SettingRowProps) {
  const { name, field, valueOf, isFromFile, takeFromFile } = setting;
  const { label }: Field = SETTING_FIELDS[name];
  const { theirs } = field.state;
  return (
    <FieldRow
      id={settingId(name)}
      name={label}
      label={<span>{label}</span>}
      field={field}
      isWide={isWide}
      addButton={addButton}
      actions={
        !isFromFile && (
          <Button look="link" hidden={field.isUnsaved} onClick={takeFromFile}>
            Use the site file's value
            <span className="visually-hidden"> for {label}</span>
          </Button>
        )
      }
      theirs={theirs && <Lines lines={linesOf(name, valueOf(theirs.content))} />}
    >
      {children}
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
