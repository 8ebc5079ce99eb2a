import { Fragment } from 'prosemirror-model';
import { Plugin } from 'prosemirror-state';
import { RICH_TEXT_MAX_DEPTH } from '#contract/rich-text.ts';
import { keepSelection } from './keep-selection.ts';
import { flattenDeepLists, listHeight } from './list-depth.ts';

/** Flattens lists that an edit has made deeper than allowed, and keeps the selection. */
export const listDepthPlugin = new Plugin({
  appendTransaction(transactions, _before, { doc, tr }) {
    if (!transactions.some((transaction) => transaction.docChanged)) return null;
    if (doc.children.every((block) => listHeight(block) <= RICH_TEXT_MAX_DEPTH)) return null;
    return keepSelection(tr, () => {
      doc.forEach((block, start) => {
        if (listHeight(block) <= RICH_TEXT_MAX_DEPTH) return;
        const [from, to] = [start, start + block.nodeSize].map((position) => tr.mapping.map(position));
        tr.replaceWith(from!, to!, flattenDeepLists(Fragment.from(block)));
      });
    });
  },
});
