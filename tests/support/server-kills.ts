import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { TestContext } from 'node:test';
import { API } from '#contract/paths.ts';
import type { AllSiteTexts, SavedSiteText } from '#contract/site-text.ts';
import { readChangeLog } from './change-log.ts';
import { addAdmin, PASSWORD } from './http-client.ts';
import { freshTestDatabase } from './on-both-databases.ts';
import { startServer, type ServerProcess } from './server-process.ts';

/** Repeatedly kills the server after the first of `concurrent` saves, and asserts that no acknowledged save is lost. */
export async function assertKillsLoseNoSave(
  t: TestContext,
  { kills, concurrent }: { kills: number; concurrent: number },
): Promise<void> {
  await using testDatabase = await freshTestDatabase('SQLite', { migrated: true });
  const database = await testDatabase.open();
  await addAdmin(database, 'Dana');

  const acknowledged: SavedSiteText[] = [];
  let cookie = '';
  for (let kill = 1; kill <= kills + 1; kill += 1) {
    await using server = await startServer({ DATA_DIR: testDatabase.options.dataDir, SEED_CONTENT: 'none' });
    // Sessions survive the kills, like the texts.
    cookie ||= await signIn(server);
    const newest = acknowledged.toSorted((a, b) => a.version - b.version).at(-1);
    const shown = await readWelcome(server, cookie);
    if (concurrent === 1) assert.equal(shown, newest?.content ?? '');
    if (kill > kills) break;

    const exited = once(server.child, 'close');
    let isFirst = true;
    const saves = Array.from({ length: concurrent }, async (_, n) => {
      const saved = await save(server, cookie, `kill ${kill}, save ${n}`);
      if (saved) acknowledged.push(saved);
      if (isFirst) server.child.kill('SIGKILL');
      isFirst = false;
    });
    await Promise.all([...saves, exited]);
  }

  const changes = await readChangeLog(database);
  const logged = new Map(changes.map(({ version, after }) => [version, JSON.parse(after) as string]));
  assert.deepEqual(
    acknowledged.filter(({ version, content }) => logged.get(version) !== content),
    [],
  );
  assert.ok(acknowledged.length >= kills);
  assert.deepEqual(
    [...logged.keys()],
    [...logged.keys()].map((_, index) => index + 1),
  );
  t.diagnostic(`${kills} kills, ${acknowledged.length} saves acknowledged, ${logged.size} logged, none lost`);
}

async function signIn({ url }: ServerProcess): Promise<string> {
  const response = await fetch(url + API.signIn, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'Dana', password: PASSWORD }),
  });
  assert.equal(response.status, 200);
  return response.headers.get('set-cookie')?.split(';')[0] ?? '';
}

async function readWelcome({ url }: ServerProcess, cookie: string): Promise<string> {
  const response = await fetch(url + API.allSiteTexts, { headers: { cookie } });
  assert.equal(response.status, 200);
  return ((await response.json()) as AllSiteTexts).WelcomeMessage;
}

/** Saves a text. Returns undefined if the server was killed before it responded. */
async function save(
  { url }: ServerProcess,
  cookie: string,
  message: string,
): Promise<SavedSiteText | undefined> {
  try {
    const response = await fetch(url + API.saveSiteText, {
      method: 'POST',
      headers: { cookie, 'content-type': 'application/json' },
      body: JSON.stringify({ configType: 'WelcomeMessage', message }),
    });
    assert.equal(response.status, 200);
    return (await response.json()) as SavedSiteText;
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}
