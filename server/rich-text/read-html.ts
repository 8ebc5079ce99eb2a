import {
  type DefaultTreeAdapterMap,
  defaultTreeAdapter,
  html as vocabulary,
  Parser,
  type Token,
} from 'parse5';
import { sizeOf } from './element-meaning.ts';
import { MAX_LENGTH, RichTextTooLargeError } from './rich-text-model.ts';

/**
 * Each element that the parser makes or moves is one step. A full rich text with plenty of wrappers around its nodes
 * needs some 50,000; misnested formatting, which the standard lets multiply, would need millions.
 */
const MAX_STEPS = 100_000;

/**
 * Reads HTML the way a browser fills a `div`, except for tables, comments and attributes (see below): an element has
 * at most one attribute, `size`, with the name of a size.
 * Throws `RichTextTooLargeError` when that would be more than bounded work.
 */
export function readHtml(html: string): DefaultTreeAdapterMap['documentFragment'] {
  if (html.length > MAX_LENGTH) throw new RichTextTooLargeError();
  const context = defaultTreeAdapter.createElement('div', vocabulary.NS.HTML, []);
  const parser = RichTextParser.getFragmentParser(context, { treeAdapter: boundedAdapter(MAX_STEPS) });
  parser.tokenizer.write(html.toWellFormed(), true);
  return parser.getFragment();
}

const TABLE_TAGS = new Set(['table', 'caption', 'tr', 'th', 'td']);

/**
 * The standard takes stray text out of tables and forgets cells that stand outside one. Read as `div`s, all of their
 * words stay, apart and in order; the other table tags mean nothing outside a table and are skipped. Comments are
 * skipped, too. Marks that differ in any attribute would all be opened again in every paragraph after them; with
 * nothing but a size to tell them apart, the standard keeps at most three of each open.
 */
class RichTextParser extends Parser<DefaultTreeAdapterMap> {
  override onComment(): void {}

  override onStartTag(token: Token.TagToken): void {
    const size = token.attrs.length > 0 ? sizeOf(token.attrs) : undefined;
    super.onStartTag({ ...tableAsDiv(token), attrs: size ? [{ name: 'size', value: size }] : [] });
  }

  override onEndTag(token: Token.TagToken): void {
    super.onEndTag(tableAsDiv(token));
  }
}

function tableAsDiv(token: Token.TagToken): Token.TagToken {
  if (!TABLE_TAGS.has(token.tagName)) return token;
  return { ...token, tagName: 'div', tagID: vocabulary.TAG_ID.DIV };
}

function boundedAdapter(maxSteps: number): typeof defaultTreeAdapter {
  let steps = 0;
  function countStep(): void {
    steps += 1;
    if (steps > maxSteps) throw new RichTextTooLargeError();
  }
  return {
    ...defaultTreeAdapter,
    createElement(tagName, namespace, attributes) {
      countStep();
      return defaultTreeAdapter.createElement(tagName, namespace, attributes);
    },
    detachNode(node) {
      countStep();
      defaultTreeAdapter.detachNode(node);
    },
  };
}
