import type { ReactNode } from 'react';
import { SETTING_NAMES } from '#shared/site-setting-names.ts';
import { FieldRow } from '#app/editor/field/field-row.tsx';
import controls from '#app/editor/frame/controls.module.css';
import { linesOf } from './setting-draft.ts';
import type { SettingField } from './use-setting-field.ts';
import styles from './website-section.module.css';

export const settingId = (name: string) => `field-setting-${name}`;

/** Renders a setting around its inputs. Without `labelFor`, each input has its own label. */
export function SettingRow({
  setting: { name, field, isFromFile, takeFromFile },
  hint,
  isWide = false,
  addButton,
  children,
}: {
  setting: SettingField;
  hint?: string | undefined;
  isWide?: boolean;
  addButton?: ReactNode;
  children: ReactNode;
}) {
  const label = SETTING_NAMES[name];
  const { theirs } = field.state;
  return (
    <FieldRow
      id={settingId(name)}
      name={label}
      label={<span>{label}</span>}
      field={field}
      hint={hint}
      isWide={isWide}
      addButton={addButton}
      theirs={theirs && <Lines lines={linesOf(name, theirs.content)} />}
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
