import type { ReactNode } from 'react';
import { Button } from '#app/editor/shell/button.tsx';
import { FieldRow } from '#app/editor/field/field-row.tsx';
import type { AnyField } from '#app/editor/field/use-field.ts';
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
  field: AnyField;
  theirs: ReactNode;
  steps: GridSteps;
  /** Further buttons, shown below the spreadsheet. */
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
      addButton={
        <Button id={idsOf(id).addRow} onClick={steps.addRow}>
          Add Row
        </Button>
      }
      actions={actions}
    >
      {children}
      <p className={styles.notice} aria-live="polite">
        {steps.notice}{' '}
        {steps.keepHeaders && (
          <Button look="link" onClick={steps.keepHeaders}>
            Keep it as a row
          </Button>
        )}
      </p>
    </FieldRow>
  );
}
