import type { ReactNode } from 'react';
import type { Field } from '#contract/setting-fields.ts';
import { capitalized } from '#shared/site-setting-names.ts';
import { LimitedInput } from '#app/editor/field/limited-input.tsx';
import { onSaveKey, onSaveShortcut } from '#app/editor/field/save-shortcut.ts';
import { requiredContext } from '#app/browser/required-context.ts';
import controls from '#app/editor/shell/controls.module.css';
import { DrawingImage } from './drawing-image.tsx';
import { drawingName, type Drawings } from './drawings.ts';
import { textIn, type Draft, type Values } from './setting-draft.ts';
import { SeasonInput } from '#app/editor/field/season-input.tsx';
import { TimeZoneInput } from './time-zone-input.tsx';
import styles from './settings.module.css';

/** What the inputs of a setting share. */
type FormContext = {
  section: string;
  drawings: Drawings;
  lastSave: unknown;
  save: () => void;
  /** Returns a note below an input. */
  noteOf?: (name: string, values: Values) => string | undefined;
};
export const [FormProvider, useForm] = requiredContext<FormContext>('useForm');

/** Renders the input of a field with its label. `rowName`: name of the row that it is in. */
export function FormInput({
  id,
  name,
  field,
  values,
  change,
  rowName,
  isLabelHidden = false,
}: {
  id: string;
  name: string;
  field: Field;
  values: Values;
  change: (step: (values: Values) => Values) => void;
  rowName?: string;
  isLabelHidden?: boolean;
}) {
  const { noteOf, section } = useForm();
  const onChange = (value: Draft) => change((before) => ({ ...before, [name]: value }));
  const note = noteOf?.(name, values);
  if (field.kind === 'image') {
    return (
      <DrawingImage
        section={section}
        id={id}
        name={rowName ?? field.label}
        drawing={textIn(values[field.drawing ?? ''])}
        chosen={textIn(values[name]) || undefined}
        onChoose={onChange}
      />
    );
  }
  if (field.kind === 'switch') {
    return (
      <label className={`${controls.check} ${styles.check}`}>
        <input
          id={id}
          type="checkbox"
          checked={values[name] === true}
          onChange={({ target }) => onChange(target.checked)}
        />
        {field.action ?? capitalized(field.label)}
      </label>
    );
  }
  return (
    <Labeled id={id} label={capitalized(field.label)} isHidden={isLabelHidden} isWide={field.kind === 'long'}>
      <TextInput
        {...{ id, field, onChange, rowName }}
        value={textIn(values[name])}
        noteId={note && `${id}-note`}
      />
      {note && (
        <p id={`${id}-note`} className={styles.note}>
          {note}
        </p>
      )}
    </Labeled>
  );
}

/** Renders the box or the choice of one text. */
function TextInput({
  id,
  field,
  value,
  rowName,
  noteId,
  onChange,
}: {
  id: string;
  field: Field;
  value: string;
  rowName?: string | undefined;
  noteId?: string | undefined;
  onChange: (value: string) => void;
}) {
  const { drawings, save, lastSave } = useForm();
  if (field.kind === 'season')
    return <SeasonInput id={id} value={value} unset="Not set" onChange={onChange} />;
  if (field.kind === 'timeZone') return <TimeZoneInput id={id} value={value} onChange={onChange} />;
  if (field.kind === 'drawing') {
    return (
      <select
        id={id}
        className={controls.input}
        value={value}
        aria-label={rowName && `${rowName}: ${field.label}`}
        onChange={({ target }) => onChange(target.value)}
      >
        {[...new Set([value, ...drawings[field.of]])].map((choice) => (
          <option key={choice} value={choice}>
            {drawingName(choice)}
          </option>
        ))}
      </select>
    );
  }
  if (field.kind === 'date') {
    return (
      <input
        id={id}
        type="date"
        className={controls.input}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    );
  }
  const isLong = field.kind === 'long';
  return (
    <LimitedInput
      id={id}
      className={controls.input}
      isMultiline={isLong}
      value={value}
      maxLength={'max' in field && field.max !== undefined ? field.max : Infinity}
      aria-describedby={noteId}
      lastSave={lastSave}
      onType={onChange}
      onKeyDown={(event) => (isLong ? onSaveShortcut : onSaveKey)(event, save)}
    />
  );
}

type LabeledProps = { id: string; label: string; isHidden?: boolean; isWide?: boolean; children: ReactNode };

export function Labeled({ id, label, isHidden = false, isWide = false, children }: LabeledProps) {
  return (
    <div data-wide={isWide}>
      <label htmlFor={id} className={isHidden ? 'visually-hidden' : styles.label}>
        {label}
      </label>
      {children}
    </div>
  );
}
