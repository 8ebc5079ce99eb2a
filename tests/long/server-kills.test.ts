import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { API } from '#contract/paths.ts';
import type { AllSiteTexts, SavedSiteText } from '#contract/site-text.ts';
import { openDatabase } from '#server/database/database.ts';
import { readChangeLog } from '#tests/support/change-log.ts';
import { addAdmin, PASSWORD } from '#tests/support/editor.ts';
import { EFFORT } from '#tests/support/effort.ts';
import { startServer, type ServerProcess } from '#tests/support/server-process.ts';

const KILLS = EFFORT.kills;
/** So many saves are under way when one of them is answered. */
const AT_ONCE = { 'right after its answer': 1, 'in the middle of saving': 6 } as const;

for (const [moment, atOnce] of Object.entries(AT_ONCE)) {
  test(`Killing the server ${KILLS} times ${moment} loses no save that was answered`, async (t) => {
    await using folder = await mkdtempDisposable(join(tmpdir(), 'scalehouse-test-'));
    const location = { dataDir: folder.path, databaseUrl: undefined };
    const made = await openDatabase(location);
    await addAdmin(made, 'Dana');
    await made.close();

    const answered: SavedSiteText[] = [];
    let cookie = '';
    for (let kill = 1; kill <= KILLS; kill += 1) {
      await using server = await startServer({ DATA_DIR: folder.path, SEED_CONTENT: 'none' });
      // The session outlives the kills, as the texts do.
      cookie ||= await signIn(server);
      const newest = answered.toSorted((a, b) => a.version - b.version).at(-1);
      const shown = await readWelcome(server, cookie);
      if (atOnce === 1) assert.equal(shown, newest?.content ?? '');

      const gone = once(server.child, 'close');
      let isFirst = true;
      const saves = Array.from({ length: atOnce }, async (_, n) => {
        const saved = await save(server, cookie, `kill ${kill}, save ${n}`);
        if (saved) answered.push(saved);
        if (isFirst) server.child.kill('SIGKILL');
        isFirst = false;
      });
      await Promise.all([...saves, gone]);
    }

    const database = await openDatabase(location);
    const changes = await readChangeLog(database);
    await database.close();
    const kept = new Map(changes.map(({ version, after }) => [version, JSON.parse(after) as string]));
    assert.deepEqual(
      answered.filter(({ version, content }) => kept.get(version) !== content),
      [],
    );
    assert.ok(answered.length >= KILLS);
    assert.deepEqual(
      [...kept.keys()],
      [...kept.keys()].map((_, index) => index + 1),
    );
    t.diagnostic(`${KILLS} kills, ${answered.length} saves answered, ${kept.size} kept, none lost`);
  });
}

async function signIn({ url }: ServerProcess): Promise<string> {
  const answer = await fetch(url + API.signIn, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'Dana', password: PASSWORD }),
  });
  assert.equal(answer.status, 200);
  return answer.headers.get('set-cookie')?.split(';')[0] ?? '';
}

async function readWelcome({ url }: ServerProcess, cookie: string): Promise<string> {
  const answer = await fetch(url + API.allSiteTexts, { headers: { cookie } });
  assert.equal(answer.status, 200);
  return ((await answer.json()) as AllSiteTexts).WelcomeMessage;
}

/** Undefined when the server was gone before it answered. */
async function save(
  { url }: ServerProcess,
  cookie: string,
  message: string,
): Promise<SavedSiteText | undefined> {
  try {
    const answer = await fetch(url + API.saveSiteText, {
      method: 'POST',
      headers: { cookie, 'content-type': 'application/json' },
      body: JSON.stringify({ configType: 'WelcomeMessage', message }),
    });
    assert.equal(answer.status, 200);
    return (await answer.json()) as SavedSiteText;
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}
