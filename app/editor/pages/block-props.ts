import type { PageBlock } from '#contract/own-pages.ts';
import type { Library } from './library.ts';

/** Props of the inputs for a kind of block. */
export type BlockProps<Kind extends PageBlock['kind']> = {
  block: Extract<PageBlock, { kind: Kind }>;
  library: Library;
  lastSave: unknown;
  onChange: (block: PageBlock) => void;
  onSave: () => void;
};
