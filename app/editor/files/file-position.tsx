import { useId, useState } from 'react';
import { Button } from '#app/editor/shell/button.tsx';
import controls from '#app/editor/shell/controls.module.css';
import { positionIn } from './file-pages.ts';
import forms from '#app/editor/field/file-form.module.css';

type PositionProps = { position: number; count: number; onMove: (to: number) => void };

/** Renders the form that moves a file of a long list to any position. */
export function FilePosition({ position, count, onMove }: PositionProps) {
  const id = useId();
  const [text, setText] = useState('');
  const [isInvalid, setIsInvalid] = useState(false);
  const range = `1 to ${count.toLocaleString('en-US')}`;
  return (
    <form
      className={forms.replacement}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const to = positionIn(text, count);
        setIsInvalid(to === undefined);
        if (to === undefined) return document.getElementById(id)?.focus();
        setText('');
        onMove(to);
      }}
    >
      <div className={forms.field}>
        <label htmlFor={id} className={controls.label}>
          Move to position ({range})
        </label>
        <div className={forms.line}>
          <input
            id={id}
            className={controls.input}
            inputMode="numeric"
            autoComplete="off"
            placeholder={(position + 1).toLocaleString('en-US')}
            value={text}
            aria-invalid={isInvalid}
            aria-describedby={isInvalid ? `${id}-reason` : undefined}
            onChange={({ target }) => setText(target.value)}
          />
          <Button type="submit">Move</Button>
        </div>
        {isInvalid && (
          <p id={`${id}-reason`} className={controls.failure} role="alert">
            Enter a number from {range}.
          </p>
        )}
      </div>
    </form>
  );
}
