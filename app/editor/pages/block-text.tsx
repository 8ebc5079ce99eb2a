import type { ComponentProps } from 'react';
import { BLOCK_MAX_LENGTH, PAGE_LABELS, type PageBlock } from '#contract/own-pages.ts';
import { LabeledInput } from '#app/editor/field/labeled-input.tsx';

/** Props of the inputs for a kind of block. */
export type BlockProps<Kind extends PageBlock['kind']> = {
  block: Extract<PageBlock, { kind: Kind }>;
  lastSave: unknown;
  onChange: (block: PageBlock) => void;
  onSave: () => void;
};

type InputProps = Pick<ComponentProps<typeof LabeledInput>, 'label' | 'maxLength' | 'hint' | 'isWarning'>;

/** Renders the input of a text of a block. Its label and limit are those of its name in the contract. */
export const BlockText = <Block extends PageBlock>({
  block,
  name,
  label = PAGE_LABELS[name as keyof typeof PAGE_LABELS],
  maxLength = BLOCK_MAX_LENGTH[name as keyof typeof BLOCK_MAX_LENGTH],
  onChange,
  ...input
}: Omit<BlockProps<never>, 'block'> & Partial<InputProps> & { block: Block; name: keyof Block & string }) => (
  <LabeledInput
    {...input}
    label={label}
    maxLength={maxLength}
    id={`block-${block.id}-${name}`}
    value={String(block[name])}
    onType={(text) => onChange({ ...block, [name]: text })}
  />
);
