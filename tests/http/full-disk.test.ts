import assert from 'node:assert/strict';
import { Writable } from 'node:stream';
import { test } from 'node:test';
import { sql } from 'kysely';
import { API } from '#contract/paths.ts';
import type { Problem } from '#contract/problem.ts';
import { addAdmin, httpClientOf, signIn } from '#tests/support/http-client.ts';
import { openTestSite, type TestSite } from '#tests/support/test-site.ts';

const SMALL = { configType: 'WelcomeMessage', message: 'Welcome' };
const LARGE = Array.from({ length: 500 }, (_, n) => ({
  name: `Employee ${n}`,
  title: 'Grain'.repeat(10),
  phoneNumber: '660 555-0142',
  email: `employee-${n}@example.com`,
}));

/** Lets the database grow no more, as on a full disk, or as much as it needs. */
const limitPages = ({ database }: TestSite, count: string) =>
  database.read((db) => sql`pragma max_page_count = ${sql.raw(count)}`.execute(db));

async function diskStateOf(site: TestSite): Promise<string> {
  return (await httpClientOf(site).get('/healthz')).json<{ disk: string }>().disk;
}

test('responds 507 in words, logs the cause once, and recovers when the disk has space again', async () => {
  const lines: string[] = [];
  const stream = new Writable({
    write(line, _, done) {
      lines.push(String(line));
      done();
    },
  });
  await using site = await openTestSite({ logger: { level: 'error', stream } });
  await addAdmin(site.database, 'Dana');
  const editor = await signIn(site);
  assert.equal(await diskStateOf(site), 'ok');

  await limitPages(site, '1');
  for (let n = 0; n < 3; n += 1) {
    // A change that fits into free space within the file can still be saved.
    const response = await editor.post(API.saveEmployees, LARGE);
    assert.equal(response.statusCode, 507, response.body);
    const { code, detail } = response.json<Problem>();
    assert.equal(code, 'disk-full');
    assert.match(detail, /disk is full, so nothing was saved/);
    // Reads that use POST say nothing about the disk.
    assert.equal((await editor.post(API.siteTexts, [0])).statusCode, 200);
    assert.equal(await diskStateOf(site), 'full');
  }
  const [error, ...more] = lines.filter((line) => line.includes('"level":50'));
  assert.match(error ?? '', /database or disk is full.*The disk is full\. Free some space\./);
  assert.deepEqual(more, []);

  await limitPages(site, '1000000');
  assert.equal((await editor.post(API.saveSiteText, SMALL)).statusCode, 200);
  assert.equal(await diskStateOf(site), 'ok');
});

test('reports a full disk for a quarter of an hour, because an upload may be all that needed the space', async (t) => {
  await using site = await openTestSite();
  await addAdmin(site.database, 'Dana');
  const editor = await signIn(site);
  await limitPages(site, '1');
  assert.equal((await editor.post(API.saveEmployees, LARGE)).statusCode, 507);
  await limitPages(site, '1000000');
  const began = performance.now();
  const { mock } = t.mock.method(performance, 'now', () => began + 14 * 60_000);
  assert.equal(await diskStateOf(site), 'full');
  mock.mockImplementation(() => began + 16 * 60_000);
  assert.equal(await diskStateOf(site), 'ok');
});
