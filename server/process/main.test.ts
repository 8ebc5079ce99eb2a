import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { API } from '#contract/paths.ts';
import { eventually } from '#tests/support/eventually.ts';
import { freshTestDatabase } from '#tests/support/on-both-databases.ts';
import { START_COMMAND, startServer, tryStart } from '#tests/support/server-process.ts';
import { saveText } from '#tests/support/stores.ts';

/** A given password, so that the first start prints none. */
const FIRST_ADMIN = { ADMIN_PASSWORD: 'a password for tests' };

async function welcomeOf(url: string): Promise<string | undefined> {
  const response = await fetch(`${url}${API.siteTexts}?ids=0`);
  const [entry] = (await response.json()) as { content: string }[];
  return entry?.content;
}

/** Lists files that other users of the machine can read, ignoring their folders. */
const readableByOthers = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (path) => (statSync(join(folder, path)).mode & 0o077) !== 0,
  );

test('exits with 1 and one line per wrong setting when it cannot start', async () => {
  const start = await tryStart({ SITE_FILE: '', PORT: 'x' });
  assert.deepEqual(start, {
    code: 1,
    output:
      'Scalehouse can\'t start. 1 setting needs fixing:\n  PORT is "x". It must be a whole number from 0 to 65535.\n',
  });
});

test('shows the demo content at the first start and saved content at the second', async () => {
  await using testDatabase = await freshTestDatabase('SQLite');
  {
    await using first = await startServer({ ...FIRST_ADMIN, ...testDatabase.environment });
    const health = await fetch(`${first.url}/healthz`);
    assert.equal(health.status, 200);
    assert.deepEqual(await health.json(), { status: 'ok', database: 'ok', disk: 'ok' });
    assert.match((await welcomeOf(first.url)) ?? '', /Hickory/);

    // Write through a separate connection, like another server.
    const other = await testDatabase.open();
    await saveText(other, 'Kept.');
    await eventually(async () => assert.equal(await welcomeOf(first.url), 'Kept.'));
    await other.close();

    const closed = once(first.child, 'close');
    first.child.kill('SIGTERM');
    // For one Ctrl-C, both the terminal and npm send a signal.
    first.child.kill('SIGTERM');
    assert.deepEqual(await closed, [0, null]);
    // The search for a sandbox may have taken longer.
    assert.match(
      first.output(),
      /^Hickory Bend Farmers Cooperative is running at http:\S+\n(?:Images are decoded (?:in|without) a sandbox.+\n)?$/,
    );
    // An orderly exit leaves the database as a single file. The demo content includes the image files.
    const left = readdirSync(testDatabase.options.dataDir).filter((name) => name !== 'files');
    assert.deepEqual(left.sort(), ['scalehouse.sqlite', 'secrets']);
    if (process.platform !== 'win32') assert.deepEqual(readableByOthers(testDatabase.options.dataDir), []);
  }
  await using second = await startServer({ ...FIRST_ADMIN, ...testDatabase.environment });
  assert.equal(await welcomeOf(second.url), 'Kept.');
});

test('stops when npm, which started it, is killed', async () => {
  await using testDatabase = await freshTestDatabase('SQLite');
  const environment = { ...FIRST_ADMIN, ...testDatabase.environment, npm_lifecycle_event: 'start' };
  // Like npm, the shell waits for the server and cannot forward SIGKILL.
  await using server = await startServer(environment, `(${START_COMMAND}); exit`);
  server.child.kill('SIGKILL');
  await eventually(() => assert.rejects(fetch(`${server.url}/healthz`)));
});
