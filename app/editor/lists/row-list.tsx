import { Fragment, type ReactNode } from 'react';
import { ListField } from '#app/editor/field/list-field.tsx';
import { RemovedLine } from '#app/editor/field/removed-line.tsx';
import { withRemovals } from '#app/editor/field/removals.ts';
import { isEqual } from '#shared/merge-values.ts';
import { Button } from '#app/editor/shell/button.tsx';
import controls from '#app/editor/shell/controls.module.css';
import { ConfirmDialog } from '#app/editor/shell/confirm-dialog.tsx';
import { FailureAlert } from '#app/editor/shell/failure-alert.tsx';
import type { Failure } from '#app/editor/shell/admin-api.ts';
import { difference, keyOf, type Row } from './row-list.ts';
import type { RowList } from './use-row-list.ts';
import styles from '#app/editor/field/card-list.module.css';

/** Props of the card of a row. Each keeps its identity until it changes, for `memo`. */
export type RowProps<Each extends Row> = {
  row: Each;
  /** The row as it was saved; undefined for a new one. */
  saved: Each | undefined;
  position: number;
  count: number;
  onChange: (id: string, changes: Partial<Each>) => void;
  onMove: (row: Each, to: number) => void;
  onRemove: (row: Each) => Promise<Failure | undefined>;
  onSave: () => void;
};

type Props<Value, Each extends Row> = {
  list: RowList<Value, Each>;
  /** Element id of the list. */
  id: string;
  name: string;
  saveLabel?: string;
  /** Undefined if no more rows can be added. */
  added: { label: string; newRow: () => Each } | undefined;
  /** Shown while there is no row. */
  empty: string;
  /** Renders a row. */
  renderRow: (props: RowProps<Each>) => ReactNode;
  /** Renders what a row of someone else's list says. */
  renderTheirs: (row: Each) => ReactNode;
  /** Further inputs of the field, above its rows. */
  inputs?: ReactNode;
  /** Shown below the rows. */
  note?: ReactNode;
};

/** Renders a list of rows in a field, with what is left of removed ones in their places. */
export function RowListField<Value, Each extends Row>({
  list,
  id,
  name,
  saveLabel = 'Save',
  added,
  empty,
  renderRow,
  renderTheirs,
  inputs,
  note,
}: Props<Value, Each>) {
  const { record, field, rows, handlers, status, asked, answer, confirmedFailure, add, form } = list;
  const { theirs } = field.state;
  const unsavedRows = rows.filter((row) => !isEqual(row, list.savedById.get(row.id)));
  return (
    <ListField
      id={id}
      name={name}
      field={field}
      saveLabel={saveLabel}
      unsavedRows={unsavedRows.map(record.nameOf).join(', ')}
      onSave={handlers.onSave}
      buttons={added && <Button onClick={() => add(added.newRow())}>{added.label}</Button>}
      theirs={
        theirs && <TheirRows theirs={record.rowsIn(theirs.content)} mine={rows} renderTheirs={renderTheirs} />
      }
    >
      <p className="visually-hidden" role="status">
        {status}
      </p>
      {inputs}
      <form
        ref={form}
        onSubmit={(event) => {
          event.preventDefault();
          field.save();
        }}
      >
        {rows.length === 0 && <p className={controls.hint}>{empty}</p>}
        <RowEntries list={list} renderRow={renderRow} />
      </form>
      {note}
      {asked && (
        <ConfirmDialog
          heading={`Remove ${asked.isAbout}?`}
          text={asked.question}
          confirmLabel={`Remove ${asked.isAbout}`}
          onCancel={() => answer(false)}
          onConfirm={() => answer(true)}
        />
      )}
      <FailureAlert failure={confirmedFailure} />
    </ListField>
  );
}

/** Renders the rows of a list, inside of its form. */
export function RowEntries<Value, Each extends Row>({
  list: { record, rows, savedById, removals, handlers, undo },
  label,
  renderRow,
}: Pick<Props<Value, Each>, 'list' | 'renderRow'> & { label?: string }) {
  return (
    <ol className="plain-list" aria-label={label}>
      {withRemovals(rows, removals).map(({ id, item, position, removal }) =>
        removal ? (
          <RemovedLine
            key={id}
            id={id}
            name={record.nameOf(removal.saved ?? removal.item)}
            onUndo={() => undo(removal)}
          />
        ) : (
          <Fragment key={keyOf(id)}>
            {renderRow({ row: item, saved: savedById.get(id), position, count: rows.length, ...handlers })}
          </Fragment>
        ),
      )}
    </ol>
  );
}

type TheirProps<Each extends Row> = Pick<Props<unknown, Each>, 'renderTheirs'> &
  Record<'theirs' | 'mine', readonly Each[]>;

function TheirRows<Each extends Row>({ theirs, mine, renderTheirs }: TheirProps<Each>) {
  if (theirs.length === 0) return '(none)';
  return (
    <ol className={styles.theirs}>
      {theirs.map((row) => {
        const label = difference(row, mine);
        return (
          <li key={row.id}>
            {renderTheirs(row)}
            {label !== '' && <strong> ({label})</strong>}
          </li>
        );
      })}
    </ol>
  );
}
