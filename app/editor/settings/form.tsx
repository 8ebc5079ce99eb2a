import { useState, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import type { Field, Fields, ListField } from '#contract/setting-fields.ts';
import { counted } from '#contract/text.ts';
import { capitalized } from '#shared/site-setting-names.ts';
import { keepFocus } from '#app/editor/field/keep-focus.ts';
import { moved } from '#app/editor/field/list-order.ts';
import { ReorderControls } from '#app/editor/field/reorder-controls.tsx';
import { Button } from '#app/editor/shell/button.tsx';
import { FormInput, useForm } from './form-input.tsx';
import { keptIn, newRow, rowsIn, textIn, type Row, type Values } from './setting-draft.ts';
import styles from './settings.module.css';

/** Kinds that have no input in a form. */
const NOT_TYPED: ReadonlySet<Field['kind']> = new Set(['id', 'freeNumber', 'other']);

export const isTyped = ({ kind }: Field) => !NOT_TYPED.has(kind);

export type FormProps = {
  /** Id of the first input. */
  id: string;
  fields: Fields;
  values: Values;
  change: (step: (values: Values) => Values) => void;
  hasColumns?: boolean;
};

/** Renders an input for each field, and each list folded. */
export function Form({ id, fields, values, change, hasColumns = false }: FormProps) {
  const typed = Object.entries(fields).filter(([, field]) => isTyped(field));
  return (
    <div className={styles.form} data-columns={hasColumns}>
      {typed.map(([name, field], at) =>
        field.kind === 'list' ? (
          <FoldedList key={name} id={`${id}-${name}`} field={field} {...listIn(name, { values, change })} />
        ) : (
          <FormInput key={name} id={at === 0 ? id : `${id}-${name}`} {...{ name, field, values, change }} />
        ),
      )}
    </div>
  );
}

type ListProps = {
  /** Id of the list's element. */
  id: string;
  field: ListField;
  rows: readonly Row[];
  change: (step: (rows: readonly Row[]) => readonly Row[]) => void;
};

const listIn = (name: string, { values, change }: Pick<FormProps, 'values' | 'change'>) => ({
  rows: rowsIn(values[name]),
  change: ((step) =>
    change((before) => ({ ...before, [name]: step(rowsIn(before[name])) }))) as ListProps['change'],
});

const namingOf = (fields: Fields) => Object.keys(fields)[0] ?? '';

const nameOf = ({ fields, noun }: ListField, row: Row, at: number) =>
  textIn(row[namingOf(fields)]).trim() || `${noun} ${at + 1}`;

/** Lists inside of the rows of a list. */
const listsIn = (fields: Fields) =>
  Object.entries(fields).flatMap(([name, field]) => (field.kind === 'list' ? { name, field } : []));

/** Says what is removed with a row, such as " and 2 links". */
function contentsOf({ fields }: ListField, row: Row): string {
  const [inner, ...others] = listsIn(fields);
  const count = inner && others.length === 0 ? keptIn(rowsIn(row[inner.name])).length : 0;
  return inner && count > 0 ? ` and ${counted(count, inner.field.noun)}` : '';
}

/** Manages adding to a list. */
export function useAddRow({ id, field, rows, change }: ListProps) {
  const { drawings } = useForm();
  const [status, setStatus] = useState('');
  const { fields, noun, max = Infinity } = field;
  function add(values?: Values) {
    const kept = keptIn(rows);
    if (kept.length >= max) {
      setStatus(`There are at most ${max} ${noun}s. Remove one to add another.`);
      return;
    }
    const row = { ...newRow(fields, { rows: kept, drawings }), ...values };
    flushSync(() => {
      setStatus('');
      change((before) => [...before, row]);
    });
    focusIn(`${id}-${row.key}`);
  }
  return { add, status, setStatus };
}

type RowListProps = ListProps & { added: ReturnType<typeof useAddRow> };

/** Renders the rows of a list, and removed ones with a button that undoes the removal. */
export function RowList({ id, field, rows, change, added }: RowListProps) {
  const { status, setStatus } = added;
  const kept = keptIn(rows);

  const changeRow = ({ key }: Row, step: (row: Row) => Row) =>
    change((before) => before.map((each) => (each.key === key ? step(each) : each)));

  function changeAndFocus(row: Row, step: (row: Row) => Row) {
    flushSync(() => {
      setStatus('');
      changeRow(row, step);
    });
    focusIn(`${id}-${row.key}`);
  }

  function move(row: Row, at: number, to: number) {
    const place = rows.findIndex(({ key }) => key === kept[to]?.key);
    if (to === at || place === -1) return;
    keepFocus(() => {
      change((before) => moved(before, ({ key }) => key === row.key, place));
      setStatus(`${nameOf(field, row, at)} moved ${to > at ? 'down' : 'up'}.`);
    });
  }

  return (
    <>
      <ol id={id} className="plain-list" tabIndex={-1} aria-label={capitalized(field.label)}>
        {rows.map((row, index) => {
          const rowId = `${id}-${row.key}`;
          if (row.isRemoved) {
            return (
              <li key={row.key} id={rowId} className={styles.removed} data-removed>
                <span id={`${rowId}-removed`}>
                  Removed when you save: {nameOf(field, row, index)}
                  {contentsOf(field, row)}
                </span>
                <Button
                  look="link"
                  aria-describedby={`${rowId}-removed`}
                  onClick={() => changeAndFocus(row, ({ isRemoved: _removed, ...each }) => each)}
                >
                  Undo
                </Button>
              </li>
            );
          }
          const at = kept.indexOf(row);
          const name = nameOf(field, row, at);
          return (
            <li key={row.key} id={rowId} className={styles.listRow}>
              <RowForm
                id={rowId}
                fields={field.fields}
                name={name}
                values={row}
                change={(step) => changeRow(row, (each) => ({ ...step(each), key: row.key }))}
              >
                <ReorderControls
                  position={at}
                  count={kept.length}
                  itemName={name}
                  onMove={(to) => move(row, at, to)}
                />
                <Button onClick={() => changeAndFocus(row, (each) => ({ ...each, isRemoved: true }))}>
                  Remove<span className="visually-hidden"> {name}</span>
                </Button>
              </RowForm>
            </li>
          );
        })}
      </ol>
      <p className={styles.note} role="status">
        {status}
      </p>
    </>
  );
}

/** Focuses the first control of a row, and opens its list if that is folded. */
function focusIn(id: string): void {
  const row = document.getElementById(id);
  row?.closest('details')?.setAttribute('open', '');
  const inputs = row?.querySelectorAll<HTMLElement>('input, select, textarea, button') ?? [];
  [...inputs].find((each) => each.checkVisibility({ visibilityProperty: true }))?.focus();
}

/** Renders a row, with its buttons as `children`. A row with several lists, such as a seed brand, is folded. */
function RowForm({
  name,
  children,
  ...form
}: Omit<FormProps, 'hasColumns'> & { name: string; children: ReactNode }) {
  const { id, fields, values, change } = form;
  const [isOpenAtFirst] = useState(values[namingOf(fields)] === '');
  const [inner, ...others] = listsIn(fields);
  const actions = <div className={styles.rowActions}>{children}</div>;
  if (others.length > 0) {
    return (
      <>
        <details className={styles.folded} data-row open={isOpenAtFirst}>
          <summary>{capitalized(name)}</summary>
          <Form {...form} id={`${id}-first`} />
        </details>
        {actions}
      </>
    );
  }
  return (
    <>
      {Object.entries(fields)
        .filter(([, field]) => isTyped(field) && field.kind !== 'list')
        .map(([key, field]) => (
          <FormInput key={key} id={`${id}-${key}`} name={key} rowName={name} {...{ field, values, change }} />
        ))}
      {inner ? (
        <InnerList
          id={`${id}-${inner.name}`}
          field={inner.field}
          under={name}
          {...listIn(inner.name, { values, change })}
        >
          {children}
        </InnerList>
      ) : (
        actions
      )}
    </>
  );
}

/** Renders the list of a form, folded at first. */
function FoldedList(list: ListProps) {
  const { field, rows } = list;
  const added = useAddRow(list);
  return (
    <details className={styles.folded}>
      <summary>
        {capitalized(field.label)} ({keptIn(rows).length})
      </summary>
      {field.help && <p className={styles.note}>{field.help}</p>}
      <RowList {...list} added={added} />
      <AddButton noun={field.noun} onPress={() => added.add()} />
    </details>
  );
}

/** Renders the list of a row, such as the links of an entry of the menu. `children` are the row's other buttons. */
function InnerList({ under, children, ...list }: ListProps & { under: string; children: ReactNode }) {
  const added = useAddRow(list);
  return (
    <>
      <div className={styles.rowActions}>
        {children}
        <AddButton noun={list.field.noun} under={under} onPress={() => added.add()} />
      </div>
      <div className={styles.inner}>
        <RowList {...list} added={added} />
      </div>
    </>
  );
}

function AddButton({ noun, under, onPress }: { noun: string; under?: string; onPress: () => void }) {
  return (
    <Button onClick={onPress}>
      Add {noun}
      {under && <span className="visually-hidden"> under {under}</span>}
    </Button>
  );
}
