import assert from 'node:assert/strict';
import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LastBackup } from '#contract/last-backup.ts';
import { API } from '#contract/paths.ts';
import { createSettingStore } from '#server/platform/database/setting-store.ts';
import { runCommand } from '#tests/support/admin-command.ts';
import { httpClientOf, onBothSites, signIn } from '#tests/support/http-client.ts';

onBothSites('returns the time of the last complete backup', async ({ site, testDatabase }) => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'scalehouse-test-'));
  assert.equal((await httpClientOf(site).get(API.lastBackup)).statusCode, 401);
  const read = async () => (await (await signIn(site)).get(API.lastBackup)).json<LastBackup>().at;
  const run = async (...words: string[]) => {
    const { code, errorOutput } = await runCommand(testDatabase.environment, words);
    assert.equal(code, 0, errorOutput);
  };
  const fileOf = (name: string) => join(folder.path, name);
  assert.equal(await read(), null);
  await run('backup', fileOf('first.backup'));
  const first = (await read()) ?? '';
  assert.ok(Math.abs(Date.parse(first) - Date.now()) < 600_000);
  await run('backup', fileOf('second.backup'));
  const second = (await read()) ?? '';
  assert.ok(second > first);
  const failed = await runCommand(testDatabase.environment, ['backup', join(folder.path, 'no', 'folder')]);
  assert.equal(failed.code, 1);
  assert.equal(await read(), second);
  await run('restore', fileOf('first.backup'), '--force');
  assert.equal(await read(), second);

  // While the clock was wrong.
  await site.database.write((db) => createSettingStore(db).save('last-backup', '2099-01-01T00:00:00.000Z'));
  await run('backup', fileOf('third.backup'));
  const third = (await read()) ?? '';
  assert.ok(second < third && third < '2099');
});
