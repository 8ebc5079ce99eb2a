import assert from 'node:assert/strict';
import { mkdir, symlink, truncate, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { once } from 'node:events';
import { test } from 'node:test';
import { Worker } from 'node:worker_threads';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { decodeText } from '#shared/decode-text.ts';
import { openLocalFiles } from './local-files.ts';
import { PageProblem } from './read-html.ts';
import { readSavedPages } from './read-saved-pages.ts';
import {
  hasLineBreaks,
  readWordPressItems,
  withoutShortcodes,
  type WordPressItem,
} from './read-wordpress-export.ts';

async function folderOf(files: Record<string, string | Buffer>) {
  const folder = await temporaryFolder();
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder.path, name)), { recursive: true });
    await writeFile(join(folder.path, name), content);
  }
  return folder;
}

const meta = (charset: string) => `<meta charset="${charset}">`;

test('decodes pages in the character set that they are in', () => {
  const cases: readonly (readonly [bytes: Buffer, text: string])[] = [
    [Buffer.from('\ufeff5¢ – é'), '5¢ – é'],
    [Buffer.from(`${meta('iso-8859-1')}5¢`), `${meta('iso-8859-1')}5¢`],
    [Buffer.from(`${meta('windows-1252')}\x93a\x94\xa2`, 'latin1'), `${meta('windows-1252')}“a”¢`],
    [Buffer.from(`${meta('utf-8')}\x96`, 'latin1'), `${meta('utf-8')}–`],
    [Buffer.from(`${meta('no-such-set')}\x92`, 'latin1'), `${meta('no-such-set')}’`],
    [
      Buffer.from('<meta content="text/html; charset=windows-1250">\xe1\x9c', 'latin1'),
      '<meta content="text/html; charset=windows-1250">áś',
    ],
    [Buffer.from('\ufeff<p>a', 'utf16le'), '<p>a'],
  ];
  for (const [bytes, text] of cases) assert.equal(decodeText(bytes), text);
});

test('finds the title, the old address, and the files of a folder', async () => {
  await using folder = await folderOf({
    'a.html': '<!-- saved from url=(0030)https://www.coop.example/grain/ --><title>Grain | Coop</title><p>x',
    'b.HTM': '<title>x</title><link rel=canonical href="https://coop.example/b"><h1>Fuel <b>and</b> oil</h1>',
    'c.html': '<title> </title><p>x',
    'sub/index.html': '<title>Jobs - Coop</title><h1>a</h1><h1>b</h1>',
    'a_files/frame.html': '<p>part of a',
    '.hidden/d.html': '<p>x',
    'notes.txt': 'x',
  });
  const { pages, problems } = readSavedPages(folder.path);
  assert.deepEqual(problems, []);
  const shown = pages.map(({ name, title, keys }) => [name, title, keys]);
  assert.deepEqual(shown, [
    ['a.html', 'Grain', ['coop.example/grain', 'file:/a.html']],
    ['b.HTM', 'Fuel and oil', ['coop.example/b', 'file:/b.htm']],
    ['c.html', 'c', ['file:/c.html']],
    ['sub/index.html', 'Jobs', ['file:/sub/index.html']],
  ]);
});

test('names what is no page in a sentence', async () => {
  await using folder = await folderOf({
    'image.html': Buffer.from('\x89PNG\r\n\x1a\n\0\0<a', 'latin1'),
    'text.html': 'Only words, and 1 < 2',
    'empty.html': '',
    'paper.html': '%PDF-1.4 <a',
    'archive.html': 'From: <Saved by Blink>\nMIME-Version: 1.0\nContent-Type: multipart/related;\n\n<p>',
    'frames.html': '<frameset><frame src="a.html"></frameset>',
    'deep.html': '<div>'.repeat(600),
    'large.html': '<p>',
    'good.html': '<p>x',
    'feed.xml': '<rss><channel></channel></rss>',
    'empty/x.txt': '',
  });
  await truncate(join(folder.path, 'large.html'), 11 * 1024 * 1024);
  const { pages, problems } = readSavedPages(folder.path);
  const found = pages.map(({ name }) => name);
  assert.deepEqual(found, ['good.html']);
  const expected: Record<string, RegExp> = {
    'archive.html': /web archive/,
    'deep.html': /nested too deeply/,
    'empty.html': /isn't a web page/,
    'frames.html': /only shows other pages in frames/,
    'image.html': /isn't a web page/,
    'large.html': /larger than 10 MB/,
    'paper.html': /isn't a web page/,
    'text.html': /isn't a web page/,
  };
  const listed = problems.map(({ name }) => name);
  assert.deepEqual(listed, Object.keys(expected));
  for (const { name, problem } of problems) assert.match(problem, expected[name] ?? /never/);
  for (const [name, problem] of [
    ['feed.xml', /isn't a WordPress export/],
    ['empty', /has no saved pages/],
    ['missing', /doesn't exist/],
    ['image.html', /isn't a web page/],
  ] as const) {
    assert.throws(
      () => readSavedPages(join(folder.path, name)),
      (error) => error instanceof PageProblem && problem.test(error.message),
    );
  }
});

test('finds only files inside of the folder, in any case', async () => {
  await using folder = await folderOf({ 'site/Images/Barn.JPG': 'x', 'secret.jpg': 'x' });
  const root = join(folder.path, 'site');
  await symlink(join(folder.path, 'secret.jpg'), join(root, 'link.jpg'));
  await symlink(folder.path, join(root, 'up'));
  const files = openLocalFiles(root);
  assert.equal(files.find('/images/barn.jpg'), join(root, 'Images/Barn.JPG'));
  assert.equal(files.find('images/./x/../Barn.jpg'), join(root, 'Images/Barn.JPG'));
  for (const path of [
    'link.jpg',
    'up/secret.jpg',
    '../secret.jpg',
    '/../secret.jpg',
    'Images',
    'no',
    '',
    'Images/Barn.JPG/x',
  ])
    assert.equal(files.find(path), undefined, path);
});

function readItems(chunks: Iterable<string>): WordPressItem[] {
  const items: WordPressItem[] = [];
  readWordPressItems(chunks, (item) => items.push(item));
  return items;
}

test('reads the items of a WordPress export', () => {
  const xml = `<!DOCTYPE rss [<!ENTITY a "b">]><rss><channel><title>No</title>
    <item><title>A &amp; B</title><link>https://coop.example/a</link><content:encoded><![CDATA[<p>1</p>]]]]><![CDATA[><b>]]></content:encoded>
    <excerpt:encoded><![CDATA[no]]></excerpt:encoded><wp:status>publish</wp:status><wp:post_type><![CDATA[page]]></wp:post_type>
    <wp:comment><title>no</title></wp:comment></item><item><title/></item></channel></rss>`;
  assert.deepEqual(readItems(xml), readItems([xml]));
  assert.deepEqual(readItems([xml]), [
    {
      title: 'A & B',
      link: 'https://coop.example/a',
      guid: '',
      content: '<p>1</p>]]><b>',
      status: 'publish',
      password: '',
      type: 'page',
    },
    { title: '', link: '', guid: '', content: '', status: '', type: '', password: '' },
  ]);
});

// Each would take minutes if the time grew with the square of the length.
test('removes shortcodes from megabytes of text that looks like them', () => {
  const starts = ['[caption ', '[caption ]<img ', '[caption ]<a ', '[caption ]<a ><img ', '[a b=', '[a b="'];
  for (const start of starts) {
    assert.ok(withoutShortcodes(start.repeat(2_500_000 / start.length)).codes.length <= 1, start);
  }
});

test('removes shortcodes but not words in brackets', () => {
  assert.deepEqual(
    withoutShortcodes(
      '[vc_row][vc_column width="1/2"]a [sic] [1][/vc_column][/vc_row][form id=3][embed]https://x[/embed][gallery]',
    ),
    { html: 'a [sic] [1]https://x', codes: ['vc_row', 'vc_column', 'form', 'gallery'] },
  );
  assert.equal(
    withoutShortcodes('[caption id="a" width="3"]<a href="b"><img src="c"></a> The bin[/caption]').html,
    '<figure><a href="b"><img src="c"></a><figcaption> The bin</figcaption></figure>',
  );
  assert.equal(
    withoutShortcodes('[caption a="b"]no image[/caption][caption]<img src="c"> d[/caption]').html,
    'no image<figure><img src="c"><figcaption> d</figcaption></figure>',
  );
  assert.equal(hasLineBreaks('a\n\nb'), true);
  assert.equal(hasLineBreaks('<!-- wp:paragraph --><p>a</p>'), false);
});

const largeItem = (type: string) =>
  `<item><title>A</title><link>https://coop.example/${type}</link><content:encoded><![CDATA[${'word é '.repeat(20_000)}]]></content:encoded><wp:status>publish</wp:status><wp:post_type>${type}</wp:post_type></item>`;

test('reads a large export in little memory', async () => {
  const items = [...Array.from({ length: 40 }, () => largeItem('revision')), largeItem('page')];
  await using folder = await folderOf({
    'export.xml': `<rss xmlns:wp="http://wordpress.org/export/1.2/"><channel>${items.join('')}</channel></rss>`,
  });
  const program = `
    import { parentPort, workerData } from 'node:worker_threads';
    const { readSavedPages } = await import(workerData.module);
    const { pages, leftOut } = readSavedPages(workerData.path);
    parentPort.postMessage([pages.length, leftOut]);`;
  const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(program)}`), {
    workerData: {
      module: new URL('read-saved-pages.ts', import.meta.url).href,
      path: join(folder.path, 'export.xml'),
    },
    resourceLimits: { maxOldGenerationSizeMb: 60, maxYoungGenerationSizeMb: 8 },
  });
  const [message] = (await once(worker, 'message')) as [unknown];
  assert.deepEqual(message, [1, ['40 earlier versions']]);
  await worker.terminate();
});
