import { type Token, Tokenizer } from 'parse5';

/** A page or post of a WordPress export, as far as the import needs it. */
export type WordPressItem = {
  title: string;
  link: string;
  guid: string;
  content: string;
  type: string;
  status: string;
  password: string;
};

const FIELDS: Readonly<Record<string, keyof WordPressItem>> = {
  title: 'title',
  link: 'link',
  guid: 'guid',
  'content:encoded': 'content',
  'wp:post_type': 'type',
  'wp:status': 'status',
  'wp:post_password': 'password',
};

export const isWordPressExport = (text: string): boolean =>
  /<rss\b/.test(text.slice(0, 10_000)) &&
  /wordpress\.org\/export|<wp:wxr_version/.test(text.slice(0, 20_000));

/**
 * Calls `onItem` with each item of a WordPress export as soon as it is complete, because an export can be large, and the text
 * of an item takes many times its size until something reads it. Entities of the file itself have no effect.
 */
export function readWordPressItems(chunks: Iterable<string>, onItem: (item: WordPressItem) => void): void {
  let item: WordPressItem | undefined;
  let field: keyof WordPressItem | undefined;
  const addText = ({ chars }: Token.CharacterToken) => {
    if (item && field) item[field] += chars;
  };
  const tokenizer = new Tokenizer(
    { sourceCodeLocationInfo: false },
    {
      onStartTag({ tagName, selfClosing }) {
        if (tagName === 'item')
          item = { title: '', link: '', guid: '', content: '', type: '', status: '', password: '' };
        const named = FIELDS[tagName];
        if (item && named && item[named] === '' && !selfClosing) field = named;
      },
      onEndTag({ tagName }) {
        field = undefined;
        if (tagName !== 'item' || !item) return;
        onItem(item);
        item = undefined;
      },
      onCharacter: addText,
      onWhitespaceCharacter: addText,
      onNullCharacter: () => undefined,
      onComment: () => undefined,
      onDoctype: () => undefined,
      onEof: () => undefined,
    },
  );
  // As in SVG inside of a page, CDATA sections are text.
  tokenizer.inForeignNode = true;
  for (const chunk of chunks) tokenizer.write(chunk, false);
  tokenizer.write('', true);
}

/** Returns true if the text is not from the block editor, which marks its paragraphs. */
export const hasLineBreaks = (content: string): boolean => !content.includes('<!-- wp:');

/** Only at the start of a text: otherwise, each `[caption` that matches nothing would be compared with all that follows. */
const CAPTION = /^\[caption[^\]]*\]\s*(<a\b[^>]*>\s*<img\b[^>]*>\s*<\/a>|<img\b[^>]*>)([^[]*)\[\/caption\]/;
/** An unquoted value ends at the next `[`, for the same reason. */
const SHORTCODE = /\[(\/?)([a-z][\w-]*)((?:\s+[\w-]+=(?:"[^"]*"|'[^']*'|[^\s"'[\]]+))*)\s*\/?\]/g;
const WITHOUT_ATTRIBUTES: ReadonlySet<string> = new Set([
  'gallery',
  'embed',
  'caption',
  'audio',
  'video',
  'playlist',
]);

/** Replaces captions, and removes what plugins fill in: their names are `codes`. Keeps other words in brackets. */
export function withoutShortcodes(content: string): { html: string; codes: string[] } {
  const codes = new Set<string>();
  const closed = new Set(Array.from(content.matchAll(/\[\/([a-z][\w-]*)\]/g), ([, name = '']) => name));
  const html = content
    .split(/(?=\[caption)/)
    .map((part) => part.replace(CAPTION, '<figure>$1<figcaption>$2</figcaption></figure>'))
    .join('')
    .replaceAll(SHORTCODE, (whole, slash: string, name: string, attributes: string) => {
      const isCode = slash !== '' || attributes !== '' || closed.has(name) || WITHOUT_ATTRIBUTES.has(name);
      if (!isCode) return whole;
      if (name !== 'embed') codes.add(name);
      return '';
    });
  return { html, codes: [...codes] };
}
