import type { VersionId } from '#contract/content-version.ts';
import { useCallback, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Employee, Employees } from '#contract/employees.ts';
import { adminApi, type Failure } from '#app/editor/frame/admin-api.ts';
import { EditorQueryView } from '#app/editor/frame/editor-query-view.tsx';
import { EmployeeCard } from './employee-card.tsx';
import {
  difference,
  hasSameTexts,
  isBlank,
  isComplete,
  mergeEmployees,
  nameOf,
  newEmployee,
  toEmployees,
  toText,
  withoutEmployee,
} from './employee-list.ts';
import { moved } from '#app/editor/field/list-order.ts';
import { keepFocus } from '#app/editor/field/keep-focus.ts';
import { RemovedLine, removedMessage, restoredMessage, undoIdOf } from '#app/editor/field/removed-line.tsx';
import { withRemovals, withRestored, type Removal } from '#app/editor/field/removals.ts';
import { focusInRow, focusOrRow } from '#app/editor/field/row-toggle.tsx';
import { useFocusWhenLost, useRemovals } from '#app/editor/field/use-removals.ts';
import { ListButton, ListField } from '#app/editor/field/list-field.tsx';
import {
  applyStep,
  loadEmployees,
  removeSavedEmployee,
  restoreEmployee,
  submitEmployees,
} from './submit-employees.ts';
import { useEditorQuery } from '#app/editor/frame/use-editor-query.ts';
import { useField } from '#app/editor/field/use-field.ts';
import styles from '#app/editor/field/card-list.module.css';

const ID = 'employee-section';

export function EmployeeSection() {
  const load = useEditorQuery(adminApi.employees);
  return (
    <EditorQueryView query={load} noun="employees">
      {(employees, version) => <EmployeesField employees={employees} version={version} />}
    </EditorQueryView>
  );
}

function EmployeesField({ employees, version }: { employees: Employees; version: VersionId }) {
  const field = useField({
    section: ID,
    field: 'employees',
    subject: 'employees',
    saved: toText(employees),
    version,
    save: submitEmployees,
    load: loadEmployees,
    mergeDraft: mergeEmployees,
    whenSignedOut: 'fail',
  });
  const { state, now, edit, change } = field;
  const saved = toEmployees(state.saved) ?? [];
  const list = toEmployees(state.draft) ?? saved;
  const savedById = new Map(saved.map((employee) => [employee.id, employee]));
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
      const employee = listIn(now().draft).find((each) => each.id === id);
      keepFocus(() => {
        edit((draft) => applyStep(draft, (before) => moved(before, (each) => each.id === id, to)));
        setStatus(`${employee ? nameOf(employee) : 'Employee'} moved to position ${to + 1}.`);
      });
    },
    [edit, now],
  );

  const { removals, remember, forget } = useRemovals<Employee>('employees');
  const focusWhenLost = useFocusWhenLost();

  const onRemove = useCallback(
    async (employee: Employee, position: number, isSaved: boolean) => {
      const { id } = employee;
      let failure: Failure | undefined;
      let isRemoved = true;
      if (isComplete(employee) && isSaved) {
        await change(async (before) => {
          const outcome = await removeSavedEmployee(id, before);
          failure = outcome.failure;
          isRemoved = !failure && outcome.event.type !== 'conflict';
          // Read the draft now: it may have been edited during the request.
          if (isRemoved) remember(id, { draft: listIn(now().draft), saved: listIn(before.saved) });
          return outcome.event;
        });
      } else {
        const hasFocus = cardOf(id)?.contains(document.activeElement);
        const isUndoable = isSaved || !isBlank(employee);
        if (isUndoable) remember(id, { draft: listIn(now().draft), saved: [] });
        // Focus the card that is now at the position of the removed one.
        else if (hasFocus) setTimeout(() => focusAt(form.current, position));
        edit((draft) => applyStep(draft, (before) => withoutEmployee(before, id)));
        isRemoved = isUndoable;
      }
      if (isRemoved) {
        focusWhenLost(undoIdOf(id));
        setStatus(removedMessage(nameOf(employee)));
      }
      return failure;
    },
    [edit, change, now, remember, focusWhenLost],
  );

  async function undo(removal: Removal<Employee>) {
    const { item, saved: stored, after } = removal;
    let failure: Failure | undefined;
    if (stored) {
      await change(async () => {
        const outcome = await restoreEmployee({ ...removal, saved: stored }, now);
        failure = outcome.failure;
        return outcome.events;
      });
    } else {
      edit((draft) => applyStep(draft, (before) => withRestored(before, item, after.draft)));
    }
    if (failure) return failure;
    forget(item.id);
    focusWhenLost(`employee-${item.id}-name`);
    setStatus(restoredMessage(nameOf(stored ?? item)));
    return undefined;
  }

  function add() {
    const added = newEmployee();
    flushSync(() => edit((draft) => applyStep(draft, (before) => [...before, added])));
    focusInRow(cardOf(added.id)?.querySelector('input'));
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
        <ol className="plain-list">
          {withRemovals(list, removals).map(({ id, item: employee, position, removal }) =>
            removal ? (
              <RemovedLine
                key={id}
                id={id}
                name={nameOf(removal.saved ?? removal.item)}
                onUndo={() => undo(removal)}
              />
            ) : (
              <EmployeeCard
                key={id}
                {...employee}
                position={position}
                count={list.length}
                isSaved={savedById.has(id)}
                isChanged={!hasSameTexts(employee, savedById.get(id))}
                onChange={onChange}
                onMove={onMove}
                onRemove={onRemove}
                onSave={trySave}
              />
            ),
          )}
        </ol>
      </form>
    </ListField>
  );
}

const listIn = (text: string) => toEmployees(text) ?? [];

const cardOf = (id: string) => document.getElementById(`employee-${id}`);

function focusAt(form: HTMLFormElement | null, position: number): void {
  const cards = form?.querySelectorAll('li') ?? [];
  const next = cards[Math.min(position, cards.length - 1)];
  if (next) focusOrRow(next.querySelector('input'));
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
