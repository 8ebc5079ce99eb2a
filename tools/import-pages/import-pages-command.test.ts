import assert from 'node:assert/strict';
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import type { OwnPage, PageBlock } from '#contract/own-pages.ts';
import { contentStores } from '#server/domains/domains.ts';
import { toOwnPage, saveOwnPage } from '#server/domains/own-pages/own-pages.ts';
import { runCommand } from '#tests/support/admin-command.ts';
import { importPagesCommand } from './import-pages-command.ts';
import { readChangeLog } from '#tests/support/change-log.ts';
import { freshTestDatabase, onBothDatabases } from '#tests/support/on-both-databases.ts';

const OLD_WEBSITES = resolve(import.meta.dirname, 'samples');
const EXPORT = join(OLD_WEBSITES, 'block-editor/prairie-star.xml');

type Opened = Awaited<ReturnType<Awaited<ReturnType<typeof freshTestDatabase>>['open']>>;

const readStored = (database: Opened) =>
  database.read(async (db) => {
    const stores = contentStores(db);
    const pages = (await stores.ownPages.list()).map(toOwnPage);
    return {
      pages,
      find: (title: string) => pages.find((page) => page.title === title) as OwnPage,
      images: await stores.images.list(),
      documents: await stores.documents.list(),
    };
  });

/** Returns what a block has, in short, with names in place of ids. */
function short(block: PageBlock, { images }: Pick<Awaited<ReturnType<typeof readStored>>, 'images'>): string {
  const nameOf = (id: string) => images.find((image) => image.id === id)?.name ?? 'missing';
  switch (block.kind) {
    case 'heading':
      return `h${block.level} ${block.text}`;
    case 'text':
      return block.html;
    case 'picture':
      return `image ${nameOf(block.imageId)} ${block.caption}`.trimEnd();
    case 'gallery':
      return `gallery ${block.imageIds.map(nameOf).join()}`;
    case 'table':
      return `table ${block.caption}: ${[block.headers, ...block.rows].map((row) => row.join()).join('|')}`;
    case 'documents':
      return `documents ${block.documentIds.length}`;
    case 'frame':
      return `frame ${block.title}`;
    case 'people':
    case 'phone':
      return block.kind;
  }
}

const runImport = (environment: NodeJS.ProcessEnv, ...words: string[]) =>
  runCommand(environment, ['import-pages', ...words], '', new Map([['import-pages', importPagesCommand]]));

onBothDatabases('imports the pages of three kinds of old websites', async ({ database, environment }) => {
  const run = (...words: string[]) => runImport(environment, ...words);
  const siteFile = join(environment.DATA_DIR, 'site.json');
  const site = JSON.parse(await readFile('site.json', 'utf8')) as Record<string, unknown>;
  await writeFile(
    siteFile,
    JSON.stringify({ ...site, contentSecurityPolicy: { frames: ['https://www.youtube.com'] } }),
  );
  Object.assign(environment, { SITE_FILE: siteFile });

  const dry = await run(EXPORT, '--dry-run');
  assert.equal(dry.code, 0, dry.errorOutput);
  assert.match(
    dry.output,
    /^page “Agronomy & Seed”: would become the hidden page “Agronomy & Seed” \(\/agronomy\)$/m,
  );
  assert.match(dry.output, /\n2 pages would be added, .*\nNothing was saved\.\n3 images would be added/);
  assert.deepEqual(await readChangeLog(database), []);

  const imported = await run(EXPORT);
  assert.equal(imported.code, 0, imported.errorOutput);
  assert.equal(
    imported.output,
    [
      'page “Agronomy & Seed”: became the hidden page “Agronomy & Seed” (/agronomy)',
      '  Came over: 1 image, 2 texts, 1 heading, 1 table, 1 gallery, 1 frame',
      '  Left out: What the plugin “contact-form-7” showed here',
      "  Check: Link “the board minutes” to https://www.prairiestar.example/board-minutes/ still leads to a page of your old website that wasn't imported.",
      'page “Hours”: became the hidden page “Hours” (/hours)',
      '  Came over: 1 text',
      '  Left out: Image https://www.prairiestar.example/wp-content/uploads/2026/05/scale-house.jpg: not beside the page',
      '  Check: In WordPress, this was not public. Its status was “draft.”',
      'Left out of the export: 1 deleted page',
      'Left out of the export: 1 uploaded file',
      '2 pages added, 0 replaced, 0 left as they are.',
      "Visitors don't see these pages until you show them. Look at each one under Pages in the editor.",
      '3 images added to the product images.',
      'Visitors can open images and documents of a page while the page is on your website.',
      '',
    ].join('\n'),
  );
  for (const folder of ['page-builder', 'table-layout']) {
    const { code, errorOutput } = await run(join(OLD_WEBSITES, folder));
    assert.equal(code, 0, errorOutput);
  }

  const stored = await readStored(database);
  const contentOf = (title: string) => stored.find(title).blocks.map((block) => short(block, stored));
  const shown = stored.pages.map(({ title, address, hidden, inMenu }) => [title, address, hidden, inMenu]);
  assert.deepEqual(shown, [
    ['Agronomy & Seed', 'agronomy', true, false],
    ['Hours', 'hours', true, false],
    ['About Us', 'about-us-2', true, false],
    ['Hours', 'hours-2', true, false],
    ['Grain Department', 'grain-department', true, false],
  ]);
  assert.deepEqual(contentOf('Agronomy & Seed'), [
    'image sprayer',
    '<p>Our agronomists walk <strong>your</strong> fields. See <a href="/hours">our hours</a> or <a href="https://www.prairiestar.example/board-minutes/">the board minutes</a>.</p>',
    'h2 What we test',
    '<ul><li><p>Soil, every third year</p></li><li><p>Tissue</p><ul><li><p>in May</p></li></ul></li></ul>',
    'table Prices of samples: Sample,Price|Soil,$12.50|Tissue,$31.00',
    'gallery wheat,milo,sprayer',
    'frame Video',
  ]);
  assert.deepEqual(contentOf('Hours'), [
    '<p>The scale is open until dark<br>during wheat harvest.</p><p>Call <a href="tel:+16205550142">620-555-0142</a> after hours. <a href="/agronomy">Agronomy</a> closes at 5:00 pm.</p>',
  ]);
  const [creditId, deedId] = ['credit', 'deed'].map(
    (name) => stored.documents.find((each) => each.name === `${name}.pdf`)?.id,
  );
  const history = stored.documents.find(({ name }) => name === 'history.pdf');
  assert.equal(history?.title, 'our history (PDF)');
  assert.equal(stored.find('About Us').description, 'Owned by the farmers of five Kansas counties.');
  assert.deepEqual(contentOf('About Us'), [
    '<p><strong>Since 1919</strong>, members have owned this cooperative.</p>',
    'image Our first elevator Our first elevator',
    '<ul><li><p><strong>Who may join?</strong></p><p>Anyone who farms here.</p></li></ul>',
    'h2 Our history',
    'h3 The first elevator',
    `<p>It held 20,000 bushels. Read <a href="/documents/${history.id}/history.pdf">our history (PDF)</a>, or <a href="https://county.example/museum">visit the museum</a>.</p>`,
    'frame A day at harvest',
    '<p><a href="https://maps.widget.example/embed?q=Prairie+Star">maps.widget.example</a></p><p>Weather comes from the co-op\'s own station.</p>',
  ]);
  assert.deepEqual(contentOf('Grain Department'), [
    '<p>We’re open – rain or shine – and our scale is “certified.”</p><p><strong>Moisture limits</strong> are posted at the <a href="/hours-2">scale house</a>. Fuel is next door.</p>',
    'image BIN',
    '<p>The new bin holds 500,000 bushels.</p>',
    'table : Grain,Moisture,Discount|Wheat,13.5%,3¢|Milo,14%,2¢|Milo,15%,4¢',
    'documents 2',
    '<p>Harvest hours start June 10!</p>',
  ]);
  assert.deepEqual(
    stored
      .find('Grain Department')
      .blocks.flatMap((each) => (each.kind === 'documents' ? each.documentIds : [])),
    [creditId, deedId],
  );
  const found = stored.images.map(({ name, altText }) => [name, altText]);
  assert.deepEqual(found, [
    ['sprayer', 'Sprayer in a wheat field'],
    ['wheat', 'Ripe wheat'],
    ['milo', 'Milo heads'],
    ['Our first elevator', 'The elevator in 1919'],
    ['BIN', 'Our new bin'],
  ]);
  const log = await readChangeLog(database);
  assert.deepEqual(new Set(log.map(({ author }) => author)), new Set(['the command import-pages']));
  assert.equal((await runCommand(environment, ['check'])).code, 0);
});

test('imports a page again only with --replace, and never one that visitors see', async () => {
  await using testDatabase = await freshTestDatabase('SQLite', { migrated: true });
  const { environment } = testDatabase;
  const database = await testDatabase.open();
  const folder = join(environment.DATA_DIR, 'old');
  await cp(join(OLD_WEBSITES, 'table-layout'), folder, { recursive: true });
  const run = async (...words: string[]) => {
    const { code, output, errorOutput } = await runImport(environment, folder, ...words);
    assert.equal(code, 0, errorOutput);
    return output;
  };
  await run();
  const first = await readChangeLog(database);

  assert.match(
    await run(),
    /^index\.htm: already imported as “Grain Department” \(\/grain-department\)\. To replace it, add --replace\.$/m,
  );
  const unchanged = await run('--replace');
  assert.match(unchanged, /^index\.htm: nothing to change in/m);
  assert.match(unchanged, /^0 pages added, 0 replaced, 2 left as they are\.$/m);
  assert.equal((await readChangeLog(database)).length, first.length, 'No image or document is added twice.');

  await writeFile(join(folder, 'hours.htm'), '<title>Hours</title><p>By appointment.');
  assert.match(await run('--replace'), /^hours\.htm: replaced the hidden page “Hours” \(\/hours\)$/m);
  const { find } = await readStored(database);
  assert.deepEqual(find('Hours').blocks, [
    { id: 'imported-1', kind: 'text', html: '<p>By appointment.</p>' },
  ]);

  await database.write(async (db) => {
    const page = { ...find('Hours'), hidden: false, inMenu: true };
    await saveOwnPage(contentStores(db), { origin: 'admin', name: 'Dana' }, { page, frameOrigins: [] });
  });
  await writeFile(join(folder, 'hours.htm'), '<title>Hours</title><p>Closed.');
  assert.match(
    await run('--replace'),
    /^hours\.htm: already imported as “Hours” \(\/hours\), and visitors see it\. To replace it, hide it first\.$/m,
  );
});

test('imports the other pages when one cannot be imported, and then fails', async () => {
  await using testDatabase = await freshTestDatabase('SQLite', { migrated: true });
  const { environment } = testDatabase;
  const database = await testDatabase.open();
  const folder = join(environment.DATA_DIR, 'old');
  await mkdir(folder);
  const write = (name: string, content: string | Buffer) => writeFile(join(folder, name), content);
  const image = await readFile(join(OLD_WEBSITES, 'table-layout/images/BIN.png'));
  await write('bin.png', image);
  await write('broken.png', image.subarray(0, 150));
  await write('locked.pdf', 'not a PDF at all');
  await write('long.html', `<h1>Long</h1><img src="bin.png"><p>${'a'.repeat(60_000)}`);
  const hostile = '\u001b[31m<script>alert(1)</script><img src="../../../etc/passwd">';
  const links = '<img src="broken.png"><a href="locked.pdf">form</a>';
  await write('broken.html', `<title>${hostile}</title><h1>Bins</h1><p>Our bins ${links}${hostile}`);
  const { code, output, errorOutput } = await runImport(environment, folder);
  assert.deepEqual([code, errorOutput], [1, "1 page wasn't imported. The reason is above.\n"], output);
  assert.match(output, /^long\.html: not imported\. A paragraph, list, or table of this page is too long/m);
  assert.match(output, /^ {2}Left out: broken\.png: This image is damaged/m);
  assert.match(output, /^ {2}Left out: Link “form” to locked\.pdf: This file isn't a PDF/m);
  // oxlint-disable-next-line no-control-regex -- These are what it looks for.
  assert.ok(!/[\u0000-\u0009\u000b-\u001f]/.test(output), 'No page controls the terminal.');
  const stored = await readStored(database);
  assert.deepEqual([stored.images.length, stored.documents.length], [0, 0], 'A page that fails adds none.');
  const shown = stored.pages.map((page) => [page.title, ...page.blocks.map((block) => short(block, stored))]);
  assert.deepEqual(shown, [['Bins', '<p>Our bins form[31m</p>']]);
  const missing = await runImport(environment, join(folder, 'none.html'));
  assert.equal(missing.code, 1);
  assert.match(missing.errorOutput, /none\.html doesn't exist\. Check the name\. Nothing was imported\./);
});
