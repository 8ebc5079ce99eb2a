import { memo, type DragEvent } from 'react';
import { EMPLOYEE_MAX_LENGTH, type Employee } from '#contract/employees.ts';
import type { Failure } from './editor-calls.ts';
import { RemoveButton } from './remove-button.tsx';
import { onSaveShortcut } from './save-shortcut.ts';
import styles from './employee-card.module.css';

const FIELDS = [
  { name: 'name', label: 'Name' },
  { name: 'title', label: 'Title' },
  { name: 'phoneNumber', label: 'Phone number' },
  { name: 'email', label: 'E-mail' },
] as const;

/** The kind of what is dragged: files and texts from elsewhere are nobody of the crew. */
const DRAGGED = 'application/x-scalehouse-employee';

/** One of the crew, with the place in the list. */
export const EmployeeCard = memo(function EmployeeCard({
  employee,
  place,
  count,
  isSaved,
  onChange,
  onMove,
  onRemove,
  onSave,
}: {
  employee: Employee;
  place: number;
  count: number;
  isSaved: boolean;
  onChange: (id: string, texts: Partial<Employee>) => void;
  onMove: (id: string, to: number) => void;
  onRemove: (employee: Employee, place: number, isSaved: boolean) => Promise<Failure | undefined>;
  onSave: () => void;
}) {
  const id = `employee-${employee.id}`;

  function startDrag(event: DragEvent) {
    event.dataTransfer.effectAllowed = 'move';
    event.dataTransfer.setData(DRAGGED, employee.id);
    const card = event.currentTarget.closest('li');
    if (card) event.dataTransfer.setDragImage(card, 0, 0);
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the buttons do the same
    <li
      id={id}
      className={styles.card}
      onDragOver={(event) => event.dataTransfer.types.includes(DRAGGED) && event.preventDefault()}
      onDrop={(event) => {
        const dragged = event.dataTransfer.getData(DRAGGED);
        if (dragged === '') return;
        event.preventDefault();
        onMove(dragged, place);
      }}
    >
      <fieldset className={styles.fields}>
        <legend className={styles.legend}>
          <span className="visually-hidden">Employee </span>
          {place + 1}
        </legend>
        {FIELDS.map(({ name, label }) => (
          <div key={name}>
            <label htmlFor={`${id}-${name}`}>{label}</label>
            <input
              id={`${id}-${name}`}
              className={styles.input}
              type="text"
              value={employee[name]}
              required
              // Blanks are nothing, for the server as well.
              pattern=".*\S.*"
              title="A dash stands for nothing."
              maxLength={EMPLOYEE_MAX_LENGTH[name]}
              autoComplete="off"
              onChange={(event) => onChange(employee.id, { [name]: event.target.value })}
              onKeyDown={(event) => onSaveShortcut(event, onSave)}
            />
          </div>
        ))}
        <div className={styles.actions}>
          <span
            className={styles.grip}
            draggable
            aria-hidden="true"
            data-testid="grip"
            onDragStart={startDrag}
          />
          <MoveButton
            label="Move up"
            path="M8 13V3M3 8l5-5 5 5"
            isOff={place === 0}
            onPress={() => onMove(employee.id, place - 1)}
          />
          <MoveButton
            label="Move down"
            path="M8 3v10M3 8l5 5 5-5"
            isOff={place === count - 1}
            onPress={() => onMove(employee.id, place + 1)}
          />
          <RemoveButton onRemove={() => onRemove(employee, place, isSaved)} />
        </div>
      </fieldset>
    </li>
  );
});

/** Keeps the focus at the end of its way, where it does nothing any more. */
function MoveButton({
  label,
  path,
  isOff,
  onPress,
}: {
  label: string;
  path: string;
  isOff: boolean;
  onPress: () => void;
}) {
  return (
    <button
      type="button"
      className={styles.move}
      aria-label={label}
      aria-disabled={isOff}
      onClick={isOff ? undefined : onPress}
    >
      <svg viewBox="0 0 16 16" width="18" height="18" aria-hidden="true">
        <path d={path} fill="none" stroke="currentColor" strokeWidth="2" />
      </svg>
    </button>
  );
}
