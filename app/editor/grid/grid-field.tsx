import type { ReactNode } from 'react';
import { FieldRow } from '#app/editor/field/field-row.tsx';
import type { Field } from '#app/editor/field/use-field.ts';
import { idsOf } from './grid-ids.ts';
import type { GridSteps } from './use-grid-steps.ts';
import styles from './grid-field.module.css';

/** Renders the heading, buttons and status of a grid around its spreadsheet. */
export function GridField({
  id,
  name,
  field,
  theirs,
  steps,
  actions,
  children,
}: {
  id: string;
  name: string;
  field: Field;
  theirs: ReactNode;
  steps: GridSteps;
  /** Further buttons, shown next to Add Row. */
  actions?: ReactNode;
  children: ReactNode;
}) {
  return (
    <FieldRow
      id={id}
      name={name}
      label={
        <h3 id={id} className={styles.heading} tabIndex={-1}>
          {name}
        </h3>
      }
      field={field}
      isWide
      saveLabel="Save"
      theirs={theirs}
      actions={
        <>
          <button type="button" id={idsOf(id).addRow} onClick={steps.addRow}>
            Add Row
          </button>
          {actions}
        </>
      }
    >
      {children}
      <p className={styles.notice} aria-live="polite">
        {steps.notice}
      </p>
    </FieldRow>
  );
}
