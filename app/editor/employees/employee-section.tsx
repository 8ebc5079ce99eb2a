import { useCallback, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Employee, Employees } from '#contract/employees.ts';
import { adminApi, type Failure } from '#app/editor/frame/admin-api.ts';
import { EditorQueryView } from '#app/editor/frame/editor-query-view.tsx';
import { EditorSection } from '#app/editor/frame/editor-section.tsx';
import { EmployeeCard } from './employee-card.tsx';
import {
  difference,
  isComplete,
  withMoved,
  newEmployee,
  toEmployees,
  toText,
  withoutEmployee,
} from './employee-list.ts';
import { ListButton, ListField } from '#app/editor/field/list-field.tsx';
import { applyStep, removeSavedEmployee, submitEmployees } from './submit-employees.ts';
import { useEditorQuery } from '#app/editor/frame/use-editor-query.ts';
import { useField } from '#app/editor/field/use-field.ts';
import styles from './employee-section.module.css';

const ID = 'employee-section';

export function EmployeeSection() {
  const load = useEditorQuery(adminApi.employees);
  return (
    <EditorSection id={ID} heading="Employee Section">
      <EditorQueryView query={load} noun="employees">
        {(employees, version) => <EmployeesField employees={employees} version={version} />}
      </EditorQueryView>
    </EditorSection>
  );
}

function EmployeesField({ employees, version }: { employees: Employees; version: number }) {
  const field = useField({
    section: ID,
    field: 'employees',
    saved: toText(employees),
    version,
    save: submitEmployees,
    whenSignedOut: 'fail',
  });
  const { state, edit, change } = field;
  const saved = toEmployees(state.saved) ?? [];
  const list = toEmployees(state.draft) ?? saved;
  const savedIds = new Set(saved.map(({ id }) => id));
  const form = useRef<HTMLFormElement>(null);
  const [status, setStatus] = useState('');

  const onChange = useCallback(
    (id: string, texts: Partial<Employee>) =>
      edit((draft) =>
        applyStep(draft, (before) => before.map((each) => (each.id === id ? { ...each, ...texts } : each))),
      ),
    [edit],
  );

  const onMove = useCallback(
    (id: string, to: number) => {
      const focused = document.activeElement;
      flushSync(() => {
        edit((draft) => applyStep(draft, (before) => withMoved(before, id, to)));
        setStatus(`Moved to position ${to + 1}.`);
      });
      // Browsers drop the focus of an element that is moved in the document.
      if (focused instanceof HTMLElement) focused.focus();
    },
    [edit],
  );

  const onRemove = useCallback(
    async (employee: Employee, position: number, isSaved: boolean) => {
      let failure: Failure | undefined;
      const hasFocus = cardOf(employee.id)?.contains(document.activeElement);
      if (isComplete(employee) && isSaved) {
        await change(async (now) => {
          const outcome = await removeSavedEmployee(employee.id, now);
          failure = outcome.failure;
          return outcome.event;
        });
      } else {
        edit((draft) => applyStep(draft, (before) => withoutEmployee(before, employee.id)));
      }
      // Focus the card that is now at the position of the removed one.
      if (!failure && hasFocus) setTimeout(() => focusAt(form.current, position));
      return failure;
    },
    [edit, change],
  );

  function add() {
    const added = newEmployee();
    flushSync(() => edit((draft) => applyStep(draft, (before) => [...before, added])));
    cardOf(added.id)?.querySelector('input')?.focus();
  }

  const trySave = useCallback(() => form.current?.requestSubmit(), []);

  return (
    <ListField
      id="employees"
      name="Employees"
      field={field}
      saveLabel="Save"
      onSave={trySave}
      buttons={<ListButton label="Add employee" onPress={add} />}
      theirs={state.theirs && <TheirEmployees theirs={toEmployees(state.theirs.content) ?? []} mine={list} />}
    >
      <p id="employees-hint" className={styles.hint}>
        Fill in all four boxes. No phone or email? Type a dash (-). It won't show on the website. Remove takes
        effect right away. Other changes wait until you save.
      </p>
      <p className="visually-hidden" role="status">
        {status}
      </p>
      <form
        ref={form}
        onSubmit={(event) => {
          event.preventDefault();
          field.save();
        }}
      >
        {list.length === 0 && <p className={styles.hint}>No employees yet. Choose Add employee.</p>}
        <ol className={styles.list}>
          {list.map((employee, position) => (
            <EmployeeCard
              key={employee.id}
              {...employee}
              position={position}
              count={list.length}
              isSaved={savedIds.has(employee.id)}
              onChange={onChange}
              onMove={onMove}
              onRemove={onRemove}
              onSave={trySave}
            />
          ))}
        </ol>
      </form>
    </ListField>
  );
}

const cardOf = (id: string) => document.getElementById(`employee-${id}`);

function focusAt(form: HTMLFormElement | null, position: number): void {
  const cards = form?.querySelectorAll('li') ?? [];
  const next = cards[Math.min(position, cards.length - 1)];
  if (next) next.querySelector('input')?.focus();
  else document.getElementById('employees')?.focus();
}

const DIFFERENCES = {
  same: undefined,
  changed: 'different from yours',
  missing: 'not in your list',
} as const;

function TheirEmployees({ theirs, mine }: { theirs: Employees; mine: Employees }) {
  if (theirs.length === 0) return '(no employees)';
  return (
    <ol className={styles.theirs}>
      {theirs.map((employee) => {
        const label = DIFFERENCES[difference(employee, mine)];
        const { id, name, title, phoneNumber, email } = employee;
        return (
          <li key={id}>
            {[name, title, phoneNumber, email].join(', ')}
            {label && <strong> ({label})</strong>}
          </li>
        );
      })}
    </ol>
  );
}
