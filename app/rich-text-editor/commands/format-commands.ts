import { toggleMark } from 'prosemirror-commands';
import type { MarkType } from 'prosemirror-model';
import type { Command } from 'prosemirror-state';
import type { RichTextSize } from '#contract/rich-text.ts';
import { size } from '../model/schema.ts';

/** Adds a mark to the selection or to the text typed next. Removes it only if the whole selection has it. */
export function toggleFormat(mark: MarkType): Command {
  return toggleMark(mark, null, { removeWhenPresent: false });
}

export function setSize(name: RichTextSize): Command {
  const mark = size.create({ name });
  return (state, dispatch) => {
    const { tr, selection } = state;
    if (selection.empty) tr.addStoredMark(mark);
    else for (const { $from, $to } of selection.ranges) tr.addMark($from.pos, $to.pos, mark);
    dispatch?.(tr.scrollIntoView());
    return true;
  };
}
