import type { ReactNode } from 'react';
import { Button } from '#app/editor/shell/button.tsx';
import { FieldRow } from '#app/editor/field/field-row.tsx';
import type { AnyField } from '#app/editor/field/use-field.ts';
import { idsOf } from './grid-ids.ts';
import { Spreadsheet, type SpreadsheetProps } from './spreadsheet.tsx';
import styles from './grid-field.module.css';

/** Renders the heading, buttons and status of a grid around its spreadsheet. `children` are below that. */
export function GridField({
  field,
  theirs,
  actions,
  children,
  ...sheet
}: Omit<SpreadsheetProps, 'onSave'> & {
  field: AnyField;
  theirs: ReactNode;
  /** Further buttons, shown below the spreadsheet. */
  actions?: ReactNode;
  children?: ReactNode;
}) {
  const { id, name, steps } = sheet;
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
        <>
          <p className={styles.notice} aria-live="polite">
            {steps.notice && `${steps.notice} `}
            {steps.keepHeaders && (
              <Button look="link" onClick={steps.keepHeaders}>
                Keep it as a row
              </Button>
            )}
          </p>
          <Button id={idsOf(id).addRow} onClick={steps.addRow}>
            Add Row
          </Button>
        </>
      }
      actions={actions}
    >
      <Spreadsheet {...sheet} onSave={field.save} />
      {children}
    </FieldRow>
  );
}
