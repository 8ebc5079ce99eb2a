import type { ComponentProps } from 'react';
import styles from './password-input.module.css';

/** Renders the box of a name or a code with its label. */
export const AccountInput = ({
  label,
  ...input
}: ComponentProps<'input'> & { id: string; label: string }) => (
  <div className={styles.field}>
    <label htmlFor={input.id}>{label}</label>
    <input name={input.id} type="text" required autoCapitalize="none" spellCheck={false} {...input} />
  </div>
);

export const UsernameInput = (input: ComponentProps<'input'>) => (
  <AccountInput {...input} id="username" label="Username" autoComplete={input.autoComplete ?? 'username'} />
);
