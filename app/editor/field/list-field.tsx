import { Fragment, useMemo, type ComponentProps, type ReactNode } from 'react';
import { counted } from '#contract/text.ts';
import { useIsNarrow } from '#app/editor/shell/use-is-narrow.ts';
import { countChanges } from './count-changes.ts';
import {
  FieldConflict,
  FieldFailure,
  FieldNewer,
  FieldStatus,
  FieldUndo,
  FieldOffers,
  FieldUnreadable,
} from './field-parts.tsx';
import { SaveButton } from './save-button.tsx';
import type { AnyField } from './use-field.ts';
import styles from './list-field.module.css';

type BarProps = {
  id: string;
  name: string;
  field: AnyField;
  saveLabel: string;
  /** Names of the rows that are not saved, because the removal of another one is. Phones mark the rows. */
  unsavedRows?: string;
  onSave: () => void;
};

export function ListField({
  theirs,
  buttons,
  children,
  ...bar
}: BarProps & { theirs: ReactNode; buttons: ReactNode; children: ReactNode }) {
  const { id, name, field } = bar;
  return (
    <div
      id={id}
      className={styles.field}
      role="group"
      aria-label={name}
      tabIndex={-1}
      data-field={field.name}
    >
      <ListLayout bar={<ListBar {...bar}>{buttons}</ListBar>}>
        <FieldNotes {...{ id, name, field, theirs }} noun="list" className={styles.theirs} />
        {children}
      </ListLayout>
    </div>
  );
}

/** Renders what the user has to choose about a field. */
export function FieldNotes({
  theirs,
  noun,
  ...field
}: ComponentProps<typeof FieldOffers> & {
  theirs: ReactNode;
  /** Such as "list". */
  noun: string;
}) {
  return (
    <>
      <FieldOffers {...field} />
      <FieldUnreadable {...field} />
      <FieldConflict {...field} noun={noun}>
        {theirs}
      </FieldConflict>
    </>
  );
}

/** Puts the bar of a list above it, or on phones below it, where the thumb is. */
export function ListLayout({ bar, children }: { bar: ReactNode; children: ReactNode }) {
  // The keys keep the contents mounted when the window is resized.
  const parts = [<Fragment key="bar">{bar}</Fragment>, <Fragment key="list">{children}</Fragment>];
  return useIsNarrow() ? parts.toReversed() : parts;
}

/** Renders the state of a list, buttons that add to it, and its save button in a bar that stays in view. */
export function ListBar({
  id,
  name,
  field,
  saveLabel,
  unsavedRows,
  onSave,
  edge,
  children,
}: BarProps & {
  /** Edge of the window that the bar sticks to; by default the top, or on phones the bottom. */
  edge?: 'bottom';
  children?: ReactNode;
}) {
  const isNarrow = useIsNarrow();
  return (
    <div
      className={styles.bar}
      data-edge={edge ?? (isNarrow ? 'bottom' : 'top')}
      data-unsaved={field.isUnsaved}
    >
      <div className={styles.state} data-name={name}>
        <FieldStatus id={id} field={field}>
          {isNarrow && field.isUnsaved && <ChangeCount {...field.state} />}
          {!isNarrow && unsavedRows && <span className={styles.unsavedRows}>{unsavedRows}</span>}
        </FieldStatus>
        <FieldUndo {...{ id, name, field }} />
      </div>
      <FieldNewer field={field} className={styles.newer} />
      <FieldFailure field={field} className={styles.below} />
      {children}
      <SaveButton id={id} name={name} field={field} label={saveLabel} onPress={onSave} />
    </div>
  );
}

function ChangeCount({ saved, draft }: { saved: unknown; draft: unknown }) {
  const count = useMemo(() => countChanges(saved, draft), [saved, draft]);
  return <span>{counted(count, 'change')}</span>;
}
