import { useEffect } from 'react';
import type { Parts } from '#shared/site-parts.ts';
import { setParts } from '#app/editor/frame/shown-parts.ts';
import { toValue } from './setting-draft.ts';
import { FormInputs } from './setting-form.tsx';
import { SettingRow } from './setting-row.tsx';
import { useSettingField, type LoadedSettings } from './use-setting-field.ts';
import styles from './website-section.module.css';

/** Renders a checkbox for each part of the website. */
export function PartsField({ loaded }: { loaded: LoadedSettings }) {
  const setting = useSettingField('parts', loaded);
  const { saved } = setting.field.state;

  useEffect(() => setParts(toValue('parts', saved) as Parts), [saved]);

  return (
    <SettingRow
      setting={setting}
      isWide
      hint="Clear a box to hide that part of the website. What you typed there stays."
    >
      <details className={styles.folded}>
        <summary>Show all {Object.keys(toValue('parts', saved) as Parts).length}</summary>
        <FormInputs setting={setting} isWide />
      </details>
    </SettingRow>
  );
}
