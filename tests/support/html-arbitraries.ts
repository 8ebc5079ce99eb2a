import * as fc from 'fast-check';

const TAGS = (
  'p br ul ol li strong b em i u ins s strike del span div h1 blockquote pre table caption tbody tr td th col a img hr ' +
  'font button form input select option textarea script style title template svg math mi mtext mglyph annotation-xml ' +
  'foreignObject desc iframe noscript noembed object video xmp listing nobr marquee details summary dl dd dt body html ' +
  'head frameset x-y image ruby rt label fieldset'
).split(' ');

const ATTRIBUTES = [
  ' class="text-large"',
  ' class=text-small',
  ' style="font-size:28px"',
  ' style="font-size: 16PX; color:red"',
  ' onclick=alert(1)',
  ' href="javascript:alert(1)"',
  ' title="</p><script>"',
  ' encoding="text/html"',
  ' type=hidden',
  " id='x",
  '/',
  ' ',
];

const TEXTS = [
  'hay',
  ' ',
  '\n',
  '\r\n',
  '\u0000',
  '\u0008',
  '\f',
  '\u00a0',
  '&nbsp;',
  '&amp;lt;',
  '&lt;b&gt;',
  '&#13;',
  '&#0;',
  '🌾',
  '\ud83c',
  '&#xd800;',
  '\u200b',
  '<',
  '>',
  '"',
  "'",
  '&',
  '<!--',
  '-->',
  '--!>',
  '<![CDATA[',
  ']]>',
  '<?',
  '</',
];

const tag = fc.constantFrom(...TAGS);

const startTag = fc
  .tuple(tag, fc.array(fc.constantFrom(...ATTRIBUTES), { maxLength: 2 }))
  .map(([name, attributes]) => `<${name}${attributes.join('')}>`);

export const hostileHtml = fc
  .array(
    fc.oneof(
      startTag,
      startTag,
      tag.map((name) => `</${name}>`),
      fc.constantFrom(...TEXTS),
    ),
    { maxLength: 40, size: 'max' },
  )
  .map((parts) => parts.join(''));

/** HTML in which every tag is closed, and its visible words in order without white space. */
export type OrdinaryHtml = { html: string; words: string };

const ORDINARY_TAGS =
  'p ul ol li strong b em i u ins s del span div h2 blockquote table tr td th a font button section dl dd x-y label'.split(
    ' ',
  );

const word: fc.Arbitrary<OrdinaryHtml> = fc.oneof(
  fc.constantFrom('hay', ' corn ', 'é', '🌾', '1.5').map((text) => ({ html: text, words: text.trim() })),
  fc
    .constantFrom('<br>', '<hr>', '<img alt=x>', '<!-- x -->', ' ', '<b></b>')
    .map((html) => ({ html, words: '' })),
  fc.constantFrom(
    { html: '&lt;', words: '<' },
    { html: '&amp;amp;', words: '&amp;' },
    { html: '&nbsp;', words: '' },
  ),
  fc.constantFrom('script', 'style', 'svg', 'math', 'iframe', 'textarea', 'template').map((name) => ({
    html: `<${name}>rust</${name}>`,
    words: '',
  })),
);

export const ordinaryHtml: fc.Arbitrary<OrdinaryHtml> = fc.letrec<{
  node: OrdinaryHtml;
  nodes: OrdinaryHtml;
}>((tie) => ({
  nodes: fc.array(tie('node'), { maxLength: 5 }).map((parts) => ({
    html: parts.map(({ html }) => html).join(''),
    words: parts.map(({ words }) => words).join(''),
  })),
  node: fc.oneof(
    { depthSize: 'medium', withCrossShrink: true },
    word,
    fc
      .tuple(fc.constantFrom(...ORDINARY_TAGS), fc.constantFrom('', ...ATTRIBUTES.slice(0, 6)), tie('nodes'))
      .map(([name, attribute, { html, words }]) => ({
        html: `<${name}${attribute}>${html}</${name}>`,
        words,
      })),
  ),
})).nodes;
