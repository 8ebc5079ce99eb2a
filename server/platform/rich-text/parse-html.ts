import {
  type DefaultTreeAdapterMap,
  defaultTreeAdapter,
  html as vocabulary,
  Parser,
  type Token,
} from 'parse5';
import { linkOf, type RichTextModel } from '#contract/rich-text.ts';
import { sizeOf } from './element-meaning.ts';
import { MAX_LENGTH, RichTextTooLargeError } from './rich-text-model.ts';

/**
 * Maximum number of elements that the parser creates or moves. A large rich text with many wrappers needs about 50,000;
 * misnested formatting, which the standard allows to multiply, would need millions.
 */
const MAX_STEPS = 100_000;

/**
 * Parses HTML like the content of a `div`, with the exceptions of `RichTextParser`. An element has at most one
 * attribute: `size`, with the name of a size, or for pages `href`, with an allowed address, or `part`, with the tag name
 * of a part of a table, which is a `div`. Throws `RichTextTooLargeError` if it takes too much work.
 */
export function parseHtml(
  html: string,
  model: RichTextModel = 'field',
): DefaultTreeAdapterMap['documentFragment'] {
  if (html.length > MAX_LENGTH) throw new RichTextTooLargeError();
  const context = defaultTreeAdapter.createElement('div', vocabulary.NS.HTML, []);
  const Own = model === 'page' ? PageTextParser : RichTextParser;
  const parser = Own.getFragmentParser(context, { treeAdapter: boundedAdapter(MAX_STEPS) });
  parser.tokenizer.write(html.toWellFormed(), true);
  return parser.getFragment();
}

const TABLE_TAGS = new Set(['table', 'caption', 'tr', 'th', 'td']);

/**
 * HTML parser with two exceptions. The standard moves text out of tables and drops cells outside of them, so tables are
 * parsed as `div`s. It reopens unclosed marks in every following paragraph, but at most three equal ones, so all
 * attributes other than the size are removed to make marks equal.
 */
class RichTextParser extends Parser<DefaultTreeAdapterMap> {
  override onComment(): void {}

  override onStartTag(token: Token.TagToken): void {
    super.onStartTag({ ...tableAsDiv(token), attrs: this.keptAttributes(token) });
  }

  protected keptAttributes({ attrs }: Token.TagToken): Token.Attribute[] {
    const size = attrs.length > 0 ? sizeOf(attrs) : undefined;
    return size ? [{ name: 'size', value: size }] : [];
  }

  override onEndTag(token: Token.TagToken): void {
    super.onEndTag(tableAsDiv(token));
  }
}

/** Parser for pages. At most one link is open at a time, so that their addresses need not be equal. */
class PageTextParser extends RichTextParser {
  protected override keptAttributes(token: Token.TagToken): Token.Attribute[] {
    const { tagName, attrs } = token;
    if (TABLE_TAGS.has(tagName)) return [{ name: 'part', value: tagName }];
    const href = tagName === 'a' && linkOf(attrs.find(({ name }) => name === 'href')?.value ?? '');
    return href ? [{ name: 'href', value: href }] : super.keptAttributes(token);
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
