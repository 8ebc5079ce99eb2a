import { useState, type ChangeEvent, type ClipboardEvent, type HTMLAttributes, type Ref } from 'react';
import { pasteCut } from './paste-cut.ts';
import styles from './limited-input.module.css';

type Element = HTMLInputElement | HTMLTextAreaElement;

/** Renders a text box that says how much of a pasted text `maxLength` cut off, until the next edit or save. */
export function LimitedInput({
  isMultiline = false,
  value,
  onType,
  lastSave,
  ref,
  onPasteCells,
  ...attributes
}: Omit<HTMLAttributes<Element>, 'onChange' | 'onPaste'> & {
  value: string;
  maxLength: number;
  onType: (text: string) => void;
  isMultiline?: boolean;
  required?: boolean | undefined;
  readOnly?: boolean | undefined;
  placeholder?: string | undefined;
  /** Called first; prevents the paste of text if it has pasted something else. */
  onPasteCells?: (event: ClipboardEvent<HTMLInputElement>) => void;
  /** A new value clears the message. */
  lastSave?: unknown;
  ref?: Ref<Element>;
}) {
  const Input = isMultiline ? 'textarea' : 'input';
  const [cut, setCut] = useState<{ message: string; value: string; lastSave: unknown }>();
  const isCurrent = cut?.value === value && Object.is(cut.lastSave, lastSave);

  function onPaste(event: ClipboardEvent<Element>) {
    onPasteCells?.(event as ClipboardEvent<HTMLInputElement>);
    if (event.defaultPrevented) return;
    const { clipboardData, currentTarget } = event;
    const message = pasteCut(clipboardData.getData('text/plain'), currentTarget);
    setCut(message === undefined || attributes.readOnly ? undefined : { message, value, lastSave });
  }

  function onChange({ target, nativeEvent }: ChangeEvent<Element>) {
    const isPasted = (nativeEvent as InputEvent).inputType === 'insertFromPaste';
    setCut((before) => (isPasted && before ? { ...before, value: target.value } : undefined));
    onType(target.value);
  }

  return (
    <>
      <Input
        {...attributes}
        {...(isMultiline ? { rows: 3 } : { type: 'text' })}
        ref={ref as Ref<HTMLInputElement & HTMLTextAreaElement>}
        value={value}
        autoComplete="off"
        onPaste={onPaste}
        onChange={onChange}
      />
      {isCurrent && (
        <p className={styles.cut} role="alert">
          {cut.message}
        </p>
      )}
    </>
  );
}
