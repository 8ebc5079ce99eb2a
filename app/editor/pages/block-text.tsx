import type { ComponentProps } from 'react';
import type { PageBlock } from '#contract/own-pages.ts';
import { LabeledInput } from '#app/editor/field/labeled-input.tsx';
import type { Library } from './library.ts';

/** Props of the inputs for a kind of block. */
export type BlockProps<Kind extends PageBlock['kind']> = {
  block: Extract<PageBlock, { kind: Kind }>;
  library: Library;
  lastSave: unknown;
  onChange: (block: PageBlock) => void;
  onSave: () => void;
};

type InputProps = Pick<ComponentProps<typeof LabeledInput>, 'label' | 'maxLength' | 'hint' | 'isWarning'>;

/** Renders the input of a text of a block. */
export const BlockText = <Block extends PageBlock>({
  block,
  name,
  onChange,
  ...input
}: Pick<BlockProps<never>, 'lastSave' | 'onChange' | 'onSave'> &
  InputProps & { block: Block; name: keyof Block & string }) => (
  <LabeledInput
    {...input}
    id={`block-${block.id}-${name}`}
    value={String(block[name])}
    onType={(text) => onChange({ ...block, [name]: text })}
  />
);
