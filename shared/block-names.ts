import { BLOCK_NAMES, type BlockKind } from '#contract/own-pages.ts';

/** Returns what people call a block, with the start of its heading if it has one. */
export function blockName({ kind, text }: Readonly<Record<string, unknown>>): string {
  const name = BLOCK_NAMES[kind as BlockKind] ?? 'Block';
  if (typeof text !== 'string' || text.trim() === '') return name;
  return `${name} “${text.length > 40 ? `${text.slice(0, 40).trimEnd()}…` : text}”`;
}
