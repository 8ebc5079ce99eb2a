import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { test } from 'node:test';
import { runSql } from '#tests/support/databases.ts';
import { eventually } from '#tests/support/eventually.ts';

const skip = process.env['TEST_DATABASE_URL'] ? 'starts no server of our own' : false;

test('PostgreSQL ends with the tests that started it, even after kill -9', { skip }, async () => {
  const clusterModule = JSON.stringify(import.meta.resolve('#tests/support/postgres-cluster.ts'));
  const program = `
    const { startPostgresCluster } = await import(${clusterModule});
    console.log((await startPostgresCluster()).url);
    setInterval(() => {}, 1_000);
  `;
  const owner = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await once(owner.stdout, 'data');
  const url = String(line).trim();
  const { rows } = await runSql(url, 'show data_directory');
  const folder = dirname(String(rows[0]?.['data_directory']));

  owner.kill('SIGKILL');
  await eventually(() => assert.equal(existsSync(folder), false));
  await assert.rejects(runSql(url, 'select 1'), { code: 'ECONNREFUSED' });
});
