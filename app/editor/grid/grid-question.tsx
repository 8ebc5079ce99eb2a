import type { ReactNode } from 'react';
import { Button } from '#app/editor/shell/button.tsx';
import styles from './grid-field.module.css';

/** Renders a change of a grid that has to be confirmed. */
export const GridQuestion = ({
  id,
  text,
  confirmLabel,
  onConfirm,
  onCancel,
  children,
}: {
  /** Element id of the button that confirms. */
  id?: string;
  text: string;
  confirmLabel: string;
  onConfirm: () => void;
  onCancel: () => void;
  children?: ReactNode;
}) => (
  <div className={styles.confirmation} role="group" aria-label={text}>
    <p>{text}</p>
    {children}
    <Button id={id} onClick={onConfirm}>
      {confirmLabel}
    </Button>
    <Button onClick={onCancel}>Cancel</Button>
  </div>
);
