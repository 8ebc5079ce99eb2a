import { useId, type ComponentProps, type ReactNode } from 'react';
import controls from '#app/editor/shell/controls.module.css';
import forms from '#app/editor/field/file-form.module.css';

/** Renders an input for files, with its label and, below it, its hint. */
export function FileInput({
  label,
  hint,
  className = '',
  onFiles,
  ...input
}: Omit<ComponentProps<'input'>, 'type' | 'onChange'> & {
  label: string;
  hint?: ReactNode;
  /** The input keeps the files, unless `onFiles` clears it. */
  onFiles: (files: readonly File[], input: HTMLInputElement) => void;
}) {
  const [newId, hintId] = [useId(), useId()];
  const { id = newId } = input;
  return (
    <div className={`${forms.field} ${className}`}>
      <label htmlFor={id} className={controls.label}>
        {label}
      </label>
      <input
        aria-describedby={hintId}
        {...input}
        id={id}
        type="file"
        className={controls.input}
        onChange={({ currentTarget }) => onFiles([...(currentTarget.files ?? [])], currentTarget)}
      />
      <p id={hintId} className={forms.hint} aria-live="polite">
        {hint}
      </p>
    </div>
  );
}
