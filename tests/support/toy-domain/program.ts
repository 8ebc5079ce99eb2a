/** Adds a domain to the server by a line in its list of domains and one in its list of migrations, and uses it. */
import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { join } from 'node:path';
import type { HistoryPage } from '#contract/history.ts';
import type { Problem } from '#contract/problem.ts';

/** Lines to add at the end of a list, which the pattern finds. */
const ADDED = [
  {
    path: '/server/domains/domains.ts',
    end: /(?<=const DOMAINS = [^;]*)(?=\n};)/,
    line: "toys: (await import('#tests/support/toy-domain/domain.ts')).toys,",
  },
  {
    path: '/contract/rights.ts',
    end: /(?<=const OF[^;]*)(?=\n\];)/,
    line: "['everyone', 'GET /api/toys'], [['content'], 'POST /api/toys'],",
  },
  {
    path: '/server/platform/database/migrate.ts',
    end: /(?<=const MIGRATIONS[^;]*)(?=\n};)/,
    line: "'9999-toys~0021': await import('#tests/support/toy-domain/migration.ts'),",
  },
];

registerHooks({
  load(url, context, load) {
    const loaded = load(url, context);
    const added = ADDED.find(({ path }) => url.endsWith(path));
    if (!added) return loaded;
    const source = Buffer.from(loaded.source as Uint8Array).toString();
    assert.match(source, added.end);
    return { ...loaded, source: source.replace(added.end, `\n${added.line}`) };
  },
});

const { DATA_DIR = '' } = process.env;
const { openDatabase } = await import('#server/platform/database/open-database.ts');
const { saveBackup } = await import('#server/backup/save-backup.ts');
const { loadBackup, restoreBackup } = await import('#server/backup/restore-backup.ts');
const { addAdmin, signIn } = await import('#tests/support/http-client.ts');
const { openTestSite } = await import('#tests/support/test-site.ts');
const { UNUSED_IMAGE_SERVICES } = await import('#tests/support/unused-image-services.ts');

const [dataDir, otherDir] = [join(DATA_DIR, 'first'), join(DATA_DIR, 'other')];
for (const folder of [dataDir, otherDir]) mkdirSync(folder);
const environment = { DATA_DIR: dataDir };
const database = await openDatabase({ dataDir, databaseUrl: undefined });
await addAdmin(database, 'Dana');
{
  await using site = await openTestSite({ seedContent: 'none', environment });
  const editor = await signIn(site);
  const toys = async () => (await editor.get('/api/toys')).json<object[]>();
  const [ball, kite] = [
    { id: 'ball', name: 'Ball', price: 3 },
    { id: 'kite', name: 'Kite', price: 9 },
  ];
  const { headers } = await editor.post('/api/toys', [ball, kite]);
  const base = { 'content-version': String(headers['content-version']) };
  assert.deepEqual(await toys(), [ball, kite]);

  await editor.post('/api/toys', [{ ...ball, price: 4 }, kite], base);
  const merged = await editor.post('/api/toys', [ball, { ...kite, name: 'Dragon' }], base);
  assert.equal(merged.statusCode, 200, merged.body);
  assert.deepEqual(await toys(), [
    { ...ball, price: 4 },
    { ...kite, name: 'Dragon' },
  ]);
  const conflict = await editor.post('/api/toys', [{ ...ball, price: 5 }, kite], base);
  assert.equal(conflict.json<Problem>().code, 'conflict');

  const { entries } = (await editor.get('/api/admin/history?limit=2')).json<HistoryPage>();
  assert.deepEqual(
    entries.map(({ item, action, author }) => [item.name, action, author]),
    [
      ['Dragon', 'changed', 'Dana'],
      ['Ball', 'changed', 'Dana'],
    ],
  );
  const restored = await editor.post('/api/admin/history/restore', { changes: entries[1]?.id });
  assert.equal(restored.statusCode, 200, restored.body);
  assert.deepEqual(await toys(), [ball, { ...kite, name: 'Dragon' }]);
  assert.match((await editor.get('/api/admin/history/csv')).body, /Toys|Dragon/);
}

const { files } = UNUSED_IMAGE_SERVICES;
const path = join(DATA_DIR, 'site.backup');
const { rows } = await saveBackup(database, path, { replace: false, files });
assert.equal(rows['toy'], 2);
await database.close();
const other = await openDatabase({ dataDir: otherDir, databaseUrl: undefined });
await using loaded = await loadBackup(path);
await restoreBackup(other, loaded, { replace: false, withAccounts: true, files });
await using site = await openTestSite({ seedContent: 'none', environment: { DATA_DIR: otherDir } });
const { body } = await site.app.inject('/api/toys');
assert.match(body, /Dragon/);
await other.close();
