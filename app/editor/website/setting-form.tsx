import type { ReactNode } from 'react';
import type { SiteSetting } from '#contract/site-settings.ts';
import { partInWords, SETTING_NAMES } from '#shared/site-setting-names.ts';
import { LimitedInput } from '#app/editor/field/limited-input.tsx';
import { onSaveKey } from '#app/editor/field/save-shortcut.ts';
import controls from '#app/editor/frame/controls.module.css';
import { keysOf, parseForm, type FormDraft } from './setting-draft.ts';
import { SettingRow, settingId } from './setting-row.tsx';
import { useSettingField, type LoadedSettings, type SettingField } from './use-setting-field.ts';
import styles from './website-section.module.css';

const ADDRESS_LENGTH = 2000;
const TEXT_LENGTH = 300;

type SettingProps = { name: SiteSetting; loaded: LoadedSettings; hint?: string };

/** Renders a setting that is one text. */
export function SettingText({
  name,
  loaded,
  hint,
  maxLength = TEXT_LENGTH,
  isMultiline = false,
}: SettingProps & { maxLength?: number; isMultiline?: boolean }) {
  const setting = useSettingField(name, loaded);
  const { state, type, save } = setting.field;
  return (
    <SettingRow setting={setting} hint={hint}>
      <Labeled id={settingId(name)} label={SETTING_NAMES[name]} isHidden>
        <LimitedInput
          id={settingId(name)}
          className={controls.input}
          isMultiline={isMultiline}
          value={state.draft}
          maxLength={maxLength}
          lastSave={state.receipt}
          onType={type}
          onKeyDown={(event) => !isMultiline && onSaveKey(event, save)}
        />
      </Labeled>
    </SettingRow>
  );
}

/** Returns the draft of a setting that is an object, and a function that changes values in it. */
export function formOf({ field: { state, edit } }: SettingField): {
  form: FormDraft;
  change: (values: Partial<FormDraft>) => void;
} {
  const formIn = (text: string) => parseForm(text) ?? parseForm(state.saved) ?? {};
  return {
    form: formIn(state.draft),
    // Without a value, the key is left out.
    change: (values) => edit((draft) => JSON.stringify({ ...formIn(draft), ...values })),
  };
}

/** Renders a setting that is an object, with an input for each of its values. */
export function SettingForm({
  name,
  loaded,
  hint,
  isWide = false,
  isFolded = false,
  children,
}: SettingProps & {
  /** Puts the inputs below the name, in columns if there is space. */
  isWide?: boolean;
  /** Hides many inputs until they are opened. */
  isFolded?: boolean;
  children?: (change: (values: Partial<FormDraft>) => void) => ReactNode;
}) {
  const setting = useSettingField(name, loaded);
  const { form, change } = formOf(setting);
  const inputs = <FormInputs setting={setting} isWide={isWide} />;
  return (
    <SettingRow setting={setting} hint={hint} isWide={isWide}>
      {isFolded ? (
        <details className={styles.folded}>
          <summary>Show all {Object.keys(form).length}</summary>
          {inputs}
        </details>
      ) : (
        inputs
      )}
      {children?.(change)}
    </SettingRow>
  );
}

/** Renders an input for each value of a setting, or for those at some paths. */
export function FormInputs({
  setting,
  isWide = false,
  hasInput = () => true,
}: {
  setting: SettingField;
  isWide?: boolean;
  hasInput?: (path: string) => boolean;
}) {
  const { name } = setting;
  const { form, change } = formOf(setting);
  return (
    <div className={styles.form} data-wide={isWide}>
      {Object.entries(form)
        .filter(([path]) => hasInput(path))
        .map(([path, value], at) => (
          <FormInput
            key={path}
            id={at === 0 ? settingId(name) : `${settingId(name)}-${at}`}
            label={partInWords(name, keysOf(path))}
            value={value}
            onChange={(next) => change({ [path]: next })}
            onSave={setting.field.save}
          />
        ))}
    </div>
  );
}

function FormInput({
  id,
  label,
  value,
  onChange,
  onSave,
}: {
  id: string;
  label: string;
  value: string | boolean;
  onChange: (value: string | boolean) => void;
  onSave: () => void;
}) {
  if (typeof value === 'boolean') {
    return (
      <label className={styles.check}>
        <input id={id} type="checkbox" checked={value} onChange={({ target }) => onChange(target.checked)} />
        {label}
      </label>
    );
  }
  return (
    <Labeled id={id} label={label}>
      <LimitedInput
        id={id}
        className={controls.input}
        value={value}
        maxLength={value.includes('://') ? ADDRESS_LENGTH : TEXT_LENGTH}
        onType={onChange}
        onKeyDown={(event) => onSaveKey(event, onSave)}
      />
    </Labeled>
  );
}

export function Labeled({
  id,
  label,
  isHidden = false,
  children,
}: {
  id: string;
  label: string;
  isHidden?: boolean;
  children: ReactNode;
}) {
  return (
    <div>
      <label htmlFor={id} className={isHidden ? 'visually-hidden' : styles.label}>
        {label}
      </label>
      {children}
    </div>
  );
}
