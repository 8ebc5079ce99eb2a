import { useState, type ReactNode } from 'react';
import type { Field, Fields, ListField } from '#contract/setting-fields.ts';
import { counted } from '#contract/text.ts';
import { capitalized } from '#shared/site-setting-names.ts';
import controls from '#app/editor/shell/controls.module.css';
import { FormInput, useForm } from './form-input.tsx';
import { RowList, useRows, type Rows } from './row-list.tsx';
import { newRow, rowsIn, textIn, type Row, type Values } from './setting-draft.ts';
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
          <FormInput
            key={name}
            id={at === 0 ? id : `${id}-${name}`}
            name={name}
            field={field}
            values={values}
            change={change}
          />
        ),
      )}
    </div>
  );
}

type ListProps = { rows: readonly Row[]; change: (step: (rows: readonly Row[]) => readonly Row[]) => void };

const listIn = (name: string, { values, change }: Pick<FormProps, 'values' | 'change'>): ListProps => ({
  rows: rowsIn(values[name]),
  change: (step) => change((before) => ({ ...before, [name]: step(rowsIn(before[name])) })),
});

type FieldListProps = ListProps & { id: string; field: ListField };

const namingOf = (fields: Fields) => Object.keys(fields)[0] ?? '';

const nameOf = ({ fields, noun }: ListField, row: Row, at: number) =>
  textIn(row[namingOf(fields)]).trim() || `${noun} ${at + 1}`;

/** Lists inside of the rows of a list. */
const listsIn = (fields: Fields) =>
  Object.entries(fields).flatMap(([name, field]) => (field.kind === 'list' ? { name, field } : []));

/** Manages the rows of a field. */
export function useFieldRows({ id, field, rows, change, onAdd }: FieldListProps & { onAdd?: () => void }) {
  const { drawings, saved } = useForm();
  const { noun, max, fields } = field;
  const lists = listsIn(fields);
  return useRows({
    id,
    noun,
    max,
    rows,
    saved,
    change,
    onAdd,
    nameOf: (row, at) => nameOf(field, row, at),
    contentsOf(row) {
      const [inner] = lists;
      const count = inner && lists.length === 1 ? rowsIn(row[inner.name]).length : 0;
      return inner && count > 0 ? ` and ${counted(count, inner.field.noun)}` : '';
    },
    create: (key) => newRow(fields, { key, rows, drawings }),
  });
}

/** Renders the rows of a field. */
export function FieldRows({
  list,
  field,
  change,
}: {
  list: Rows;
  field: ListField;
  change: ListProps['change'];
}) {
  return (
    <RowList list={list} label={capitalized(field.label)}>
      {(row, at, actions) => (
        <RowForm
          id={`${list.id}-${row.key}`}
          fields={field.fields}
          name={nameOf(field, row, at)}
          values={row}
          change={(step) =>
            change((before) =>
              before.map((each) => (each.key === row.key ? { ...step(each), key: row.key } : each)),
            )
          }
        >
          {actions}
        </RowForm>
      )}
    </RowList>
  );
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
  if (others.length > 0) {
    return (
      <>
        <details className={styles.folded} data-row open={isOpenAtFirst}>
          <summary>{capitalized(name)}</summary>
          <Form {...form} id={`${id}-first`} />
        </details>
        <div className={styles.rowActions}>{children}</div>
      </>
    );
  }
  return (
    <>
      {Object.entries(fields)
        .filter(([, field]) => isTyped(field) && field.kind !== 'list')
        .map(([key, field]) => (
          <FormInput
            key={key}
            id={`${id}-${key}`}
            name={key}
            field={field}
            values={values}
            change={change}
            rowName={name}
          />
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
        <div className={styles.rowActions}>{children}</div>
      )}
    </>
  );
}

/** Renders the list of a form, folded until it is opened. */
function FoldedList({ id, field, rows, change }: FieldListProps) {
  const [isOpen, setIsOpen] = useState(false);
  const list = useFieldRows({ id, field, rows, change, onAdd: () => setIsOpen(true) });
  return (
    <details
      className={styles.folded}
      open={isOpen}
      onToggle={({ target, currentTarget }) => target === currentTarget && setIsOpen(currentTarget.open)}
    >
      <summary>
        {capitalized(field.label)} ({rows.length})
      </summary>
      {field.help && <p className={styles.note}>{field.help}</p>}
      <FieldRows list={list} field={field} change={change} />
      <AddButton noun={field.noun} onPress={list.add} />
    </details>
  );
}

/** Renders the list of a row, such as the links of an entry of the menu. `children` are the row's other buttons. */
function InnerList({
  id,
  field,
  rows,
  change,
  under,
  children,
}: FieldListProps & { under: string; children: ReactNode }) {
  const list = useFieldRows({ id, field, rows, change });
  return (
    <>
      <div className={styles.rowActions}>
        {children}
        <AddButton noun={field.noun} under={under} onPress={list.add} />
      </div>
      <div className={styles.inner}>
        <FieldRows list={list} field={field} change={change} />
      </div>
    </>
  );
}

function AddButton({ noun, under, onPress }: { noun: string; under?: string; onPress: () => void }) {
  return (
    <button type="button" className={controls.button} onClick={onPress}>
      Add {noun}
      {under && <span className="visually-hidden"> under {under}</span>}
    </button>
  );
}
