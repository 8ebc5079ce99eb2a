import { mkdtempDisposable, rename } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { assertSurvivesDatabaseLoss } from '#tests/support/database-loss.ts';
import { openTestSite } from '#tests/support/test-site.ts';

test('serves pages and public endpoints, and responds 503 from others, while the SQLite file is missing', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'scalehouse-test-'));
  await using site = await openTestSite({ environment: { DATA_DIR: folder.path } });
  const names = ['scalehouse.sqlite', 'scalehouse.sqlite-wal', 'scalehouse.sqlite-shm'];
  const move = async (from: string, to: string) => {
    for (const name of names) await rename(join(folder.path, from + name), join(folder.path, to + name));
  };
  await assertSurvivesDatabaseLoss({ site, lose: () => move('', 'away-'), restore: () => move('away-', '') });
});
