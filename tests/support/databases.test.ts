import assert from 'node:assert/strict';
import { test } from 'node:test';
import { freshPostgresUrl, NO_POSTGRES, runSql, SHARED_CLUSTER_VARIABLE } from './databases.ts';

test(
  'creates empty, separate databases and drops them at the end of the scope',
  { skip: NO_POSTGRES },
  async () => {
    let left: string;
    {
      await using first = await freshPostgresUrl();
      await using second = await freshPostgresUrl();
      await runSql(first.url, 'create table grain (name text)');
      await assert.rejects(runSql(second.url, 'select * from grain'), { code: '42P01' });
      left = first.url;
    }
    await assert.rejects(runSql(left, 'select 1'), { code: '3D000' });
  },
);

test('throws an error with the required test option when the shared cluster is missing', async (t) => {
  const before = process.env[SHARED_CLUSTER_VARIABLE];
  t.after(() => {
    if (before !== undefined) process.env[SHARED_CLUSTER_VARIABLE] = before;
  });
  delete process.env[SHARED_CLUSTER_VARIABLE];
  await assert.rejects(freshPostgresUrl(), /--test-global-setup=tests\/support\/global-setup\.ts/);
});
