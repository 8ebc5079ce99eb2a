import { memo, useState } from 'react';
import { EMPLOYEE_MAX_LENGTH, NO_BLANK, type Employee } from '#contract/employees.ts';
import type { Failure } from '#app/editor/frame/admin-api.ts';
import { ReorderControls } from '#app/editor/field/reorder-controls.tsx';
import { RemoveButton } from '#app/editor/field/remove-button.tsx';
import { onSaveShortcut } from '#app/editor/field/save-shortcut.ts';
import controls from '#app/editor/frame/controls.module.css';
import styles from './employee-card.module.css';

const FIELDS = [
  { name: 'name', label: 'Name' },
  { name: 'title', label: 'Title' },
  { name: 'phoneNumber', label: 'Phone number' },
  { name: 'email', label: 'Email' },
] as const;

/** Renders an employee. Texts are separate props for `memo`: each key press parses the list into new objects. */
export const EmployeeCard = memo(function EmployeeCard({
  position,
  count,
  isSaved,
  onChange,
  onMove,
  onRemove,
  onSave,
  ...employee
}: Employee & {
  position: number;
  count: number;
  isSaved: boolean;
  onChange: (id: string, texts: Partial<Employee>) => void;
  onMove: (id: string, to: number) => void;
  onRemove: (employee: Employee, position: number, isSaved: boolean) => Promise<Failure | undefined>;
  onSave: () => void;
}) {
  const id = `employee-${employee.id}`;
  const [isDragged, setIsDragged] = useState(false);

  return (
    <li id={id} className={styles.card} data-dragged={isDragged}>
      <fieldset className={styles.fields}>
        <legend className={styles.legend}>
          <span className="visually-hidden">Employee </span>
          {position + 1}
        </legend>
        {FIELDS.map(({ name, label }) => (
          <div key={name}>
            <label htmlFor={`${id}-${name}`}>{label}</label>
            <input
              id={`${id}-${name}`}
              className={controls.input}
              type="text"
              value={employee[name]}
              required
              // Reject blank text, as the server does.
              pattern=".*\S.*"
              title={NO_BLANK}
              maxLength={EMPLOYEE_MAX_LENGTH[name]}
              autoComplete="off"
              onChange={(event) => onChange(employee.id, { [name]: event.target.value })}
              onKeyDown={(event) => onSaveShortcut(event, onSave)}
            />
          </div>
        ))}
        <div className={styles.actions}>
          <ReorderControls
            position={position}
            count={count}
            onMove={(to) => onMove(employee.id, to)}
            onDrag={setIsDragged}
          />
          <RemoveButton onRemove={() => onRemove(employee, position, isSaved)} />
        </div>
      </fieldset>
    </li>
  );
});
