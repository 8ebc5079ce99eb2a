import type { ComponentProps } from 'react';
import type { PageBlock } from '#contract/own-pages.ts';
import { LimitedInput } from '#app/editor/field/limited-input.tsx';
import { onSaveKey } from '#app/editor/field/save-shortcut.ts';
import type { BlockProps } from './block-props.ts';
import controls from '#app/editor/shell/controls.module.css';

/** Renders an input below its label. */
export function LabeledInput({
  id,
  label,
  onSave,
  ...input
}: { label: string; onSave?: () => void } & Omit<
  ComponentProps<typeof LimitedInput>,
  'onKeyDown' | 'className'
>) {
  return (
    <div>
      <label htmlFor={id}>{label}</label>
      <LimitedInput
        id={id}
        className={controls.input}
        onKeyDown={onSave && ((event) => onSaveKey(event, onSave))}
        {...input}
      />
    </div>
  );
}

/** Renders the input of a text of a block. */
export function BlockText<Block extends PageBlock>({
  block,
  name,
  label,
  maxLength,
  describedBy,
  lastSave,
  onChange,
  onSave,
}: Pick<BlockProps<never>, 'lastSave' | 'onChange' | 'onSave'> & {
  block: Block;
  name: keyof Block & string;
  label: string;
  maxLength: number;
  describedBy?: string;
}) {
  return (
    <LabeledInput
      id={`block-${block.id}-${name}`}
      label={label}
      value={String(block[name])}
      maxLength={maxLength}
      lastSave={lastSave}
      aria-describedby={describedBy}
      onType={(text) => onChange({ ...block, [name]: text })}
      onSave={onSave}
    />
  );
}
