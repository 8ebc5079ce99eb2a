import { useState, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { ReorderControls } from '#app/editor/field/reorder-controls.tsx';
import { REMOVE_LABELS, RequestButton } from '#app/editor/field/request-button.tsx';
import { RowToggle, rowBody } from '#app/editor/field/row-toggle.tsx';
import { isEqual } from '#shared/merge-values.ts';
import type { Row } from './row-list.ts';
import type { RowProps } from './row-list.tsx';
import styles from './row-card.module.css';

/** Renders a row of inputs, its buttons, and the button that opens it. */
export function RowCard<Each extends Row>({
  row,
  saved,
  position,
  count,
  onMove,
  onRemove,
  id,
  noun,
  name,
  value,
  isFolded = false,
  isOpenFirst = false,
  isFixed = false,
  children,
}: Omit<RowProps<Each>, 'onChange' | 'onSave'> & {
  /** Element id. */
  id: string;
  noun: string;
  name: string;
  /** Shown beside the name in a closed row. */
  value: string;
  /** Closed on wide screens, too. */
  isFolded?: boolean;
  isOpenFirst?: boolean;
  /** Neither moves nor goes. */
  isFixed?: boolean;
  children: ReactNode;
}) {
  const [isOpen, setIsOpen] = useState(isOpenFirst);
  const number = (
    <>
      <span className="visually-hidden">{noun} </span>
      {position + 1}
    </>
  );
  return (
    <li id={id} className={styles.card} data-open={isOpen} data-folded={isFolded || undefined}>
      <RowToggle
        label={number}
        name={name.trim() || '(no name)'}
        value={value}
        isChanged={!isEqual(row, saved)}
        isOpen={isOpen}
        isOnWideScreens={isFolded}
        onToggle={() => setIsOpen(!isOpen)}
      />
      {/* Browsers show the message of an invalid box only if the box is visible. */}
      <fieldset
        className={`${styles.fields} ${isFolded ? '' : rowBody}`}
        hidden={isFolded && !isOpen}
        onInvalidCapture={() => flushSync(() => setIsOpen(true))}
      >
        <legend className={isFolded ? 'visually-hidden' : styles.legend}>
          {isFolded ? name.trim() || noun : number}
        </legend>
        {children}
        {!isFixed && (
          <div className={styles.actions}>
            <ReorderControls position={position} count={count} onMove={(to) => onMove(row, to)} />
            <RequestButton labels={REMOVE_LABELS} onPress={() => onRemove(row)} />
          </div>
        )}
      </fieldset>
    </li>
  );
}
