import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test, type TestContext } from 'node:test';
import { API } from '#contract/paths.ts';
import type { AllSiteTexts, SavedSiteText } from '#contract/site-text.ts';
import { assertNoneLost } from '#tests/support/change-log.ts';
import { EFFORT } from '#tests/support/effort.ts';
import { addAdmin } from '#tests/support/http-client.ts';
import { freshTestDatabase } from '#tests/support/on-both-databases.ts';
import { saveWelcome, signInAt, type RemoteEditor } from '#tests/support/remote-editor.ts';
import { startServer } from '#tests/support/server-process.ts';

/** Repeatedly kills the server after the first of `concurrent` saves, and asserts that no acknowledged save is lost. */
async function assertKillsLoseNoSave(
  t: TestContext,
  { kills, concurrent }: { kills: number; concurrent: number },
): Promise<void> {
  await using testDatabase = await freshTestDatabase('SQLite', { migrated: true });
  const database = await testDatabase.open();
  await addAdmin(database, 'Dana');

  const acknowledged: SavedSiteText[] = [];
  let session: Awaited<ReturnType<typeof signInAt>> | undefined;
  for (let kill = 1; kill <= kills + 1; kill += 1) {
    await using server = await startServer({ DATA_DIR: testDatabase.options.dataDir, SEED_CONTENT: 'none' });
    // Sessions survive the kills, like the texts.
    session ??= await signInAt(server.url);
    const editor = session.at(server.url);
    const newest = acknowledged.toSorted((a, b) => a.version - b.version).at(-1);
    const shown = await readWelcome(editor);
    if (concurrent === 1) assert.equal(shown, newest?.content ?? '');
    if (kill > kills) break;

    const exited = once(server.child, 'close');
    let isFirst = true;
    const saves = Array.from({ length: concurrent }, async (_, n) => {
      const saved = await saveWelcome(editor, `kill ${kill}, save ${n}`);
      if (saved) acknowledged.push(saved);
      if (isFirst) server.child.kill('SIGKILL');
      isFirst = false;
    });
    await Promise.all([...saves, exited]);
  }

  const logged = await assertNoneLost(database, acknowledged);
  assert.ok(acknowledged.length >= kills);
  t.diagnostic(`${kills} kills, ${acknowledged.length} saves acknowledged, ${logged} logged, none lost`);
}

async function readWelcome(editor: RemoteEditor): Promise<string> {
  const response = await editor.get(API.allSiteTexts);
  assert.equal(response.status, 200);
  return ((await response.json()) as AllSiteTexts).WelcomeMessage;
}

const KILLS = EFFORT.kills;
const CONCURRENT_SAVES = { 'right after a response': 1, 'during concurrent saves': 6 } as const;

for (const [moment, concurrent] of Object.entries(CONCURRENT_SAVES)) {
  test(`loses no acknowledged save when the server is killed ${KILLS} times ${moment}`, (t) =>
    assertKillsLoseNoSave(t, { kills: KILLS, concurrent }));
}
