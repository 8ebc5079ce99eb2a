import { memo, useState } from 'react';
import { flushSync } from 'react-dom';
import { EMPLOYEE_MAX_LENGTH, type Employee } from '#contract/employees.ts';
import type { Failure } from '#app/editor/frame/admin-api.ts';
import { LimitedInput } from '#app/editor/field/limited-input.tsx';
import { ReorderControls } from '#app/editor/field/reorder-controls.tsx';
import { REMOVE_LABELS, RequestButton } from '#app/editor/field/request-button.tsx';
import { RowToggle, rowBody } from '#app/editor/field/row-toggle.tsx';
import { blankReason } from './employee-list.ts';
import { onSaveKey } from '#app/editor/field/save-shortcut.ts';
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
  isChanged,
  onChange,
  onMove,
  onRemove,
  onSave,
  ...employee
}: Employee & {
  position: number;
  count: number;
  isSaved: boolean;
  /** True if a text differs from the saved one. */
  isChanged: boolean;
  onChange: (id: string, texts: Partial<Employee>) => void;
  onMove: (id: string, to: number) => void;
  onRemove: (employee: Employee, position: number, isSaved: boolean) => Promise<Failure | undefined>;
  onSave: () => void;
}) {
  const id = `employee-${employee.id}`;
  const [isDragged, setIsDragged] = useState(false);
  const [isOpen, setIsOpen] = useState(false);

  return (
    <li id={id} className={styles.card} data-dragged={isDragged} data-open={isOpen}>
      <RowToggle
        label={
          <>
            <span className="visually-hidden">Employee </span>
            {position + 1}
          </>
        }
        name={employee.name || '(no name)'}
        value={employee.phoneNumber}
        isChanged={isChanged}
        isOpen={isOpen}
        onToggle={() => setIsOpen(!isOpen)}
      />
      {/* Browsers show the message of an invalid box only if the box is visible. */}
      <fieldset
        className={`${styles.fields} ${rowBody}`}
        onInvalidCapture={() => flushSync(() => setIsOpen(true))}
      >
        <legend className={styles.legend}>
          <span className="visually-hidden">Employee </span>
          {position + 1}
        </legend>
        {FIELDS.map(({ name, label }) => (
          <div key={name}>
            <label htmlFor={`${id}-${name}`} className={controls.label}>
              {label}
            </label>
            <LimitedInput
              id={`${id}-${name}`}
              className={controls.input}
              value={employee[name]}
              required
              // On every render, because the text also changes without an event, such as on Undo changes.
              ref={(input) => input?.setCustomValidity(blankReason(name, employee[name]))}
              maxLength={EMPLOYEE_MAX_LENGTH[name]}
              enterKeyHint="done"
              onType={(text) => onChange(employee.id, { [name]: text })}
              onKeyDown={(event) => onSaveKey(event, onSave)}
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
          <RequestButton labels={REMOVE_LABELS} onPress={() => onRemove(employee, position, isSaved)} />
        </div>
      </fieldset>
    </li>
  );
});
