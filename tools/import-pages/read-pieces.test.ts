import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cleanRichText } from '#server/platform/rich-text/clean-rich-text.ts';
import { createFindings } from './findings.ts';
import { findContent, PageProblem, readHtml } from './read-html.ts';
import { readOutside, readPieces, type PageSources, type Piece } from './read-pieces.ts';
import { toBlocks } from './to-blocks.ts';

/** Every relative address is a file, unless its name starts with `no`. Pages end in .htm. */
const SOURCES: PageSources = {
  findFile: (address) => (/^(?!no|[a-z]+:)/.test(address) ? `/old/${address}` : undefined),
  findDocument: (address) => (address.endsWith('.pdf') ? `/old/${address}` : undefined),
  findLink: (address) => (address.endsWith('.htm') ? `/${address.slice(0, -4)}` : undefined),
  frameOrigins: ['https://www.youtube-nocookie.com'],
};

function read(html: string, { hasLineBreaks = false, sources = SOURCES } = {}) {
  const findings = createFindings();
  const document = readHtml(html);
  const { root, isWhole } = findContent(document);
  const pieces = readPieces(root, { sources, findings, isWhole, hasLineBreaks });
  const outside = readOutside(document, root, findings);
  return { pieces, outside, dropped: findings.dropped(), toCheck: findings.toCheck() };
}

/** Returns what a piece is, in short. */
function short(piece: Piece): string {
  switch (piece.kind) {
    case 'heading':
      return `h${piece.level} ${piece.text}`;
    case 'text':
      return piece.html.map((html) => cleanRichText(html, 'page')).join('');
    case 'picture':
      return `image ${[piece.file, piece.alt, piece.caption].join('|')}`;
    case 'table':
      return `table ${[piece.caption, piece.headers.join(), ...piece.rows.map((row) => row.join())].join('|')}`;
    case 'documents':
      return `documents ${piece.documents.map(({ file, title }) => `${file} ${title}`).join('|')}`;
    case 'frame':
      return `frame ${[piece.title, piece.address, piece.height].join('|')}`;
  }
}

const contentOf = (html: string, options?: Parameters<typeof read>[1]) =>
  read(html, options).pieces.map(short).join(' / ');

function expectContents(cases: Readonly<Record<string, string>>): void {
  for (const [html, content] of Object.entries(cases)) assert.equal(contentOf(html), content, html);
}

test('maps elements to pieces in their order', () => {
  expectContents({
    '<h1>A &amp; <b>B</b></h1><p>c <b>d</b></p><h4>e</h4><div>f</div>g':
      'h2 A & B / <p>c <strong>d</strong></p> / h3 e / <p>f</p><p>g</p>',
    '<p>$685<sup>2</sup>, 10<span style="vertical-align: super">6</span></p><table><tr><th>a<th>b<tr><td>2.79<sup>1</sup><td>c</table>':
      '<p>$685², 10⁶</p> / table |a,b|2.79¹,c',
    '<ul><li>a<ol><li>b</ol><li><p>c<p>d</ul>':
      '<ul><li><p>a</p><ol><li><p>b</p></li></ol></li><li><p>c</p><p>d</p></li></ul>',
    '<blockquote>a</blockquote><dl><dt>b<dd>c</dl><pre>d\ne</pre>': '<p>a</p><p>b</p><p>c</p><p>d<br>e</p>',
    'a<br>b<br>\n<br>c&nbsp;<p>&nbsp;</p><p><br></p><span style="font-weight:700">d</span><i style="font-style: italic">e</i>':
      '<p>a<br>b</p><p>c</p><p><strong>d</strong><em>e</em></p>',
    '<a href="hours.htm"><div>a <b>b</b></div><h3>c</h3></a>':
      '<p><a href="/hours">a <strong>b</strong></a></p> / h3 c',
    '<center><font size="7">a</font></center><marquee>b</marquee>': '<p>a</p><p>b</p>',
    '<details><summary>a</summary><p>b</p></details>': 'h3 a / <p>b</p>',
    [`<h2>${'a'.repeat(201)}</h2>`]: `<p><strong>${'a'.repeat(201)}</strong></p>`,
    '<ul><li><h2>a</h2>b</ul>': '<ul><li><p><strong>a</strong></p><p>b</p></li></ul>',
    '<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>': '<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>',
  });
});

test('puts images where they were, with their descriptions and captions', () => {
  expectContents({
    '<p><img src=a.png alt=" a  b ">c</p>': 'image /old/a.png|a b| / <p>c</p>',
    '<p>c<img src=a.png>d</p>e': '<p>cd</p> / image /old/a.png|| / <p>e</p>',
    '<ul><li>a<img src=a.png><li>b</ul>': '<ul><li><p>a</p></li><li><p>b</p></li></ul> / image /old/a.png||',
    '<figure><a href="a.png"><img src=a.png></a><figcaption><i>c</i></figcaption></figure>':
      'image /old/a.png||c',
    '<a href="no/large.jpg"><img src=a.png></a>': 'image /old/a.png||',
    '<a href="large.jpg"><img src=a.png></a>': 'image /old/large.jpg||',
    '<h2>a<img src=a.png></h2>': 'h2 a / image /old/a.png||',
    '<noscript><img src=a.png></noscript><img src="data:image/gif;base64,AA" data-src="a.png">':
      'image /old/a.png||',
    '<picture><source srcset="a.avif"><img srcset="b.png 1x, c.png 2x"></picture>': 'image /old/b.png||',
  });
});

test('tells tables of data from tables for layout', () => {
  expectContents({
    '<table><caption>c</caption><tr><th>a<th>b<tr><td>1<td colspan=2>2<tr><td></table>': 'table c|a,b,|1,2,',
    '<table><tr><td>a<td>b<tr><td rowspan=2>1<td>2<tr><td>3</table>': 'table |,|a,b|1,2|1,3',
    '<table><tr><td><b>a</b><td><b>b</b><tr><td>1<td>2</table>': 'table |a,b|1,2',
    '<table role=presentation><tr><td>a<td>b<tr><td>1<td>2</table>': '<p>a</p><p>b</p><p>1</p><p>2</p>',
    '<table><tr><td>a<td><h2>b</h2>c</table>': '<p>a</p> / h2 b / <p>c</p>',
    '<table><tr><td>a</table>b': '<p>a</p><p>b</p>',
    '<table><tr><td><table><tr><th>a<th>b<tr><td>1<td>2</table><td>c</table>': 'table |a,b|1,2 / <p>c</p>',
    '<table><tr><th>a<th>b<tr><td><a href="x.htm">1</a><td>2</table>':
      '<table><tbody><tr><th>a</th><th>b</th></tr><tr><td><a href="/x">1</a></td><td>2</td></tr></tbody></table>',
    '<table><tr><td><a href=a.htm>A</a> | <a href=b.htm>B</a><br><a href=c.htm>C</a> <a href=d.htm>D</a><td>e</table>':
      '<p>e</p>',
    '<table><tr><td colspan=99999>a<td>b<tr><td>c<td>d</table>':
      '<table><tbody><tr><td>a</td><td>b</td></tr><tr><td>c</td><td>d</td></tr></tbody></table>',
  });
  const rows = Array.from({ length: 250 }, (_, at) => `<tr><td>${at}<td>x`).join('');
  const { pieces } = read(`<table><tr><th>a<th>b${rows}</table>`);
  const shown = pieces.map((piece) => piece.kind === 'table' && [piece.headers, piece.rows.length]);
  assert.deepEqual(shown, [
    [['a', 'b'], 100],
    [['a', 'b'], 100],
    [['a', 'b'], 50],
  ]);
  const [linked] = read(`<table>${'<tr><td><a href=x.htm>a</a><td>b'.repeat(101)}</table>`).pieces;
  assert.equal(linked?.kind === 'text' && linked.html.length, 2);
});

test('shows frames only of allowed origins, and otherwise a link', () => {
  const allowed = contentOf(
    '<iframe src="//www.youtube.com/embed/abc" height="9999" title="Harvest"></iframe><figure>https://youtu.be/x-1</figure>',
  );
  assert.equal(
    allowed,
    'frame Harvest|https://www.youtube-nocookie.com/embed/abc|1200 / frame Video|https://www.youtube-nocookie.com/embed/x-1|450',
  );
  const { pieces, dropped } = read(
    '<iframe src="https://maps.example/?q=1&amp;r"></iframe><iframe src="javascript:alert(1)"></iframe><iframe srcdoc="<b>x"></iframe>',
  );
  assert.deepEqual(pieces.map(short), ['<p><a href="https://maps.example/?q=1&amp;r">maps.example</a></p>']);
  assert.match(
    dropped[0] ?? '',
    /^Frame https:\/\/maps\.example\S+: Your website doesn't allow .* A link is in its place\.$/,
  );
  assert.deepEqual(dropped.slice(1), ['A frame of javascript:alert(1)', 'A frame of the page itself']);
});

test('makes a list of documents of a list that has nothing else', () => {
  assert.equal(
    contentOf('<ul><li><a href=a.pdf>A</a><li><p><a href=b.pdf> B </a></ul>'),
    'documents /old/a.pdf A|/old/b.pdf B',
  );
  assert.equal(
    contentOf('<ul><li><a href=a.pdf>A</a><li>b</ul>'),
    '<ul><li><p>A</p></li><li><p>b</p></li></ul>',
  );
});

test('reports what it leaves out', () => {
  const { pieces, outside, dropped, toCheck } =
    read(`<head><title>t</title><link rel="stylesheet" href="x.css">
    <style>a{}</style><script>1</script></head><body><header>Co-op</header><div>Call us</div><main><nav>m</nav>
    <form><label>Name</label><input></form><select><option>x</select><svg><text>y</text></svg>
    <p hidden>h</p><div style="color:red; display: none">i</div><video src="v.mp4">old browser</video>
    <button>Read more</button><img src="no.png" alt="A bin"><img src="no.gif" width="1"><a href="x.htm"><img src="a.png"></a>
    <a href="no-fb"><svg></svg></a><h2><a href="/p">Jobs</a></h2><x-box>kept</x-box><object data="no.swf"></object></main></body>`);
  assert.deepEqual(pieces.map(short), ['image /old/a.png||', 'h2 Jobs', '<p>kept</p>']);
  assert.equal(outside, 'Call us');
  assert.deepEqual(dropped, [
    '1 form, 1 form field, 1 script, 2 style sheets, 1 menu, 1 header, 2 vector drawings, 1 invisible image',
    'Hidden part: “h”',
    'Hidden part: “i”',
    'Video v.mp4',
    'Button “Read more”',
    'Image no.png (“A bin”): not beside the page',
    'The link of an image to x.htm',
    'A link without text to no-fb',
    'The link of the heading “Jobs” to /p',
    'A frame of no.swf',
  ]);
  assert.deepEqual(toCheck, ['1 element named x-box: only the text inside came over.']);
});

test('leaves out surroundings only where the page has no main content', () => {
  assert.equal(contentOf('<header>a</header><aside>b</aside><p>c</p><footer>d</footer>'), '<p>c</p>');
  assert.equal(contentOf('a<article><header>b</header>c</article>'), '<p>b</p><p>c</p>');
  assert.equal(contentOf('<article>a</article><article>b</article>'), '<p>a</p><p>b</p>');
  assert.equal(contentOf('a<main> <script>1</script></main>'), '<p>a</p>');
  assert.equal(contentOf('a<div role="main">b</div>'), '<p>b</p>');
});

test('keeps a page that its server put into a form', () => {
  const html = '<form><input name="__VIEWSTATE" type="hidden"><h2>a</h2><input></form>';
  assert.equal(contentOf(html), 'h2 a');
});

test('ends paragraphs at empty lines in text of the older editor', () => {
  assert.equal(
    contentOf('a\nb\n\n<b>c</b>\n<ul>\n<li>d</li>\n</ul>\n', { hasLineBreaks: true }),
    '<p>a<br>b</p><p><strong>c</strong></p><ul><li><p>d</p></li></ul>',
  );
});

test('rejects pages that would take too much work', () => {
  for (const html of [
    '<div>'.repeat(600),
    `${'<b><i>'.repeat(300)}<p>a`,
    '<p>'.repeat(200_001),
    '<frameset><frame src=a></frameset>',
  ])
    assert.throws(() => read(html), PageProblem, html.slice(0, 20));
});

const headings = (count: number) =>
  read(Array.from({ length: count }, (_, at) => `<h2>Heading ${at}</h2><p>a</p>`).join('')).pieces;

test('joins headings and texts when a page has too many of them for blocks', () => {
  assert.equal(toBlocks(headings(50), new Map()).length, 100);
  const kinds = toBlocks(headings(51), new Map()).map(({ kind }) => kind);
  assert.deepEqual(kinds, ['text']);
  const blocks = toBlocks(headings(2500), new Map());
  assert.ok(blocks.length > 1 && blocks.length <= 100, String(blocks.length));
  for (const block of blocks) {
    assert.equal(block.kind, 'text');
    if (block.kind === 'text') assert.ok(block.html.length <= 50_000);
  }
  assert.throws(() => toBlocks(read(`<p>${'a'.repeat(60_000)}`).pieces, new Map()), PageProblem);
});

const images = (count: number) =>
  read(Array.from({ length: count }, (_, at) => `<p><img src=${at}.png></p>`).join(' ')).pieces;

test('makes a gallery of three images in a row', () => {
  const ids = new Map(Array.from({ length: 100 }, (_, at) => [`/old/${at}.png`, `image-${at}`]));
  const shown = toBlocks(images(2), ids).map(({ id, kind }) => [id, kind]);
  assert.deepEqual(shown, [
    ['imported-1', 'picture'],
    ['imported-2', 'picture'],
  ]);
  const found = toBlocks(images(61), ids).map((block) => block.kind === 'gallery' && block.imageIds.length);
  assert.deepEqual(found, [60, 1]);
  ids.delete('/old/1.png');
  const listed = toBlocks(images(3), ids).map(({ kind }) => kind);
  assert.deepEqual(listed, ['picture', 'picture']);
});
