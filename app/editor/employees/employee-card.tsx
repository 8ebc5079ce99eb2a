import { memo, useState, type PointerEvent } from 'react';
import { EMPLOYEE_MAX_LENGTH, type Employee } from '#contract/employees.ts';
import { createEdgeScroll } from '#app/editor/edge-scroll.ts';
import type { Failure } from '#app/editor/editor-calls.ts';
import { RemoveButton } from '#app/editor/remove-button.tsx';
import { onSaveShortcut } from '#app/editor/save-shortcut.ts';
import controls from '#app/editor/controls.module.css';
import styles from './employee-card.module.css';

const FIELDS = [
  { name: 'name', label: 'Name' },
  { name: 'title', label: 'Title' },
  { name: 'phoneNumber', label: 'Phone number' },
  { name: 'email', label: 'E-mail' },
] as const;

/**
 * One of the crew, with the place in the list. It takes the employee's texts one by one: the list is read anew at every
 * key, and only a card with another text is to be drawn again.
 */
export const EmployeeCard = memo(function EmployeeCard({
  place,
  count,
  isSaved,
  onChange,
  onMove,
  onRemove,
  onSave,
  ...employee
}: Employee & {
  place: number;
  count: number;
  isSaved: boolean;
  onChange: (id: string, texts: Partial<Employee>) => void;
  onMove: (id: string, to: number) => void;
  onRemove: (employee: Employee, place: number, isSaved: boolean) => Promise<Failure | undefined>;
  onSave: () => void;
}) {
  const id = `employee-${employee.id}`;
  const [isDragged, setIsDragged] = useState(false);
  const [edgeScroll] = useState(createEdgeScroll);

  /** Dropped on another of the list; anywhere else it stays where it was. */
  function endDrag(event: PointerEvent) {
    stopDrag();
    const [card] = document.elementsFromPoint(event.clientX, event.clientY).flatMap((element) => {
      const under = element.closest('li');
      return under?.parentElement === event.currentTarget.closest('ol') ? [under] : [];
    });
    if (card?.parentElement) onMove(employee.id, [...card.parentElement.children].indexOf(card));
  }

  function stopDrag() {
    edgeScroll.end();
    setIsDragged(false);
  }

  return (
    <li id={id} className={styles.card} data-dragged={isDragged}>
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
              className={controls.input}
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
            aria-hidden="true"
            data-testid="grip"
            onPointerDown={(event) => {
              event.currentTarget.setPointerCapture(event.pointerId);
              setIsDragged(true);
            }}
            onPointerMove={({ clientY }) => {
              if (isDragged) edgeScroll.follow(clientY);
            }}
            onPointerUp={endDrag}
            onPointerCancel={stopDrag}
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
