import type { ComponentProps } from 'react';
import { LimitedInput } from '#app/editor/field/limited-input.tsx';
import { onSaveKey } from '#app/editor/field/save-shortcut.ts';
import controls from '#app/editor/frame/controls.module.css';

/** Renders an input of a block below its label. */
export function LabeledInput({
  id,
  label,
  ...input
}: { label: string; onSave: () => void } & Omit<
  ComponentProps<typeof LimitedInput>,
  'onKeyDown' | 'className'
>) {
  const { onSave, ...rest } = input;
  return (
    <div>
      <label htmlFor={id}>{label}</label>
      <LimitedInput
        id={id}
        className={controls.input}
        onKeyDown={(event) => onSaveKey(event, onSave)}
        {...rest}
      />
    </div>
  );
}
