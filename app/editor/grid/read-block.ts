import type { ClipboardEvent } from 'react';
import { parseBlock } from './block-text.ts';
import { readPastedTable } from './pasted-table.ts';

/**
 * Returns the cells to paste, and prevents the browser's own paste. Leaves a single cell to the browser, and returns
 * undefined, unless its text in the clipboard is not what a reader saw. Such a text joins that of the box.
 */
export function readBlock(event: ClipboardEvent<HTMLInputElement>): string[][] | undefined {
  const { clipboardData, currentTarget: input } = event;
  const plain = clipboardData.getData('text/plain');
  const isText = input.type === 'text';
  const block =
    readPastedTable(clipboardData.getData('text/html')) ??
    parseBlock(plain) ??
    (isText ? [] : [[plain.trim()]]);
  if (block.length === 0) return undefined;
  const [[text = '', ...others] = [], ...rows] = block;
  const isOneCell = others.length === 0 && rows.length === 0;
  if (isOneCell && isText && text === plain.trim()) return undefined;
  event.preventDefault();
  if (!isOneCell) return block;
  const { value, selectionStart, selectionEnd } = input;
  return [[value.slice(0, selectionStart ?? 0) + text + value.slice(selectionEnd ?? value.length)]];
}
