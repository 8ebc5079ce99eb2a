import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import type { BackupHeader } from './backup-format.ts';
import { writeBackup, type BackupOutput } from './write-backup.ts';

const HEADER: BackupHeader = {
  format: 'scalehouse-backup',
  version: 1,
  made: '2026-11-20T19:20:00.000Z',
  migrations: ['0001'],
  rows: {},
};

const verify = async () => undefined;

// Killed processes are tested in tests/long/backup-kills.test.ts; this tests the folder that a kill leaves.
for (const old of [[], ['site.backup']]) {
  const replace = old.length > 0;
  test(`writes to a .partial file until the backup is complete${replace ? ', and keeps the old one' : ''}`, async () => {
    await using folder = await temporaryFolder();
    const path = join(folder.path, 'site.backup');
    if (replace) writeFileSync(path, 'precious');
    const exists = `${path} already exists. To replace it, add --force.`;

    let found: string[] = [];
    async function* lines({ fails = false } = {}) {
      yield 'a line\n';
      found = readdirSync(folder.path).sort();
      if (replace) assert.equal(readFileSync(path, 'utf8'), 'precious');
      if (fails) throw new Error('The database is gone.');
    }
    const write = async (output: BackupOutput, fails: boolean) => {
      await output.header(HEADER);
      await output.lines(lines({ fails }));
    };
    if (replace) {
      const unwanted = writeBackup(path, { write: async () => undefined, verify, replace: false });
      await assert.rejects(unwanted, { name: 'BackupError', message: exists });
    }
    for (const failing of [
      { write: (output: BackupOutput) => write(output, true), verify },
      {
        write: (output: BackupOutput) => write(output, false),
        verify: () => Promise.reject(new Error('The database is gone.')),
      },
    ]) {
      await assert.rejects(writeBackup(path, { ...failing, replace }), { message: 'The database is gone.' });
      assert.deepEqual(readdirSync(folder.path), old);
    }

    await writeBackup(path, { write: (output) => write(output, false), verify, replace });
    assert.equal(found.length, old.length + 1);
    assert.deepEqual(found.slice(0, -1), old);
    assert.match(found.at(-1) ?? '', /^site\.backup\.[0-9a-f]+\.partial$/);
    assert.deepEqual(readdirSync(folder.path), ['site.backup']);
    assert.notEqual(readFileSync(path, 'utf8'), 'precious');
  });
}
