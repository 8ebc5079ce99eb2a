import { useState, type ComponentProps } from 'react';
import styles from './password-input.module.css';

export function PasswordInput({
  id,
  label,
  ...input
}: { id: string; label: string } & Omit<ComponentProps<'input'>, 'id' | 'type'>) {
  const [isShown, setIsShown] = useState(false);
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <div className={styles.line}>
        <input
          id={id}
          name={id}
          type={isShown ? 'text' : 'password'}
          required
          autoCapitalize="none"
          spellCheck={false}
          {...input}
        />
        <button type="button" onClick={() => setIsShown(!isShown)}>
          {isShown ? 'Hide' : 'Show'}
          <span className="visually-hidden"> {label.split(',')[0]?.toLowerCase()}</span>
        </button>
      </div>
    </div>
  );
}
