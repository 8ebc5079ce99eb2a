import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, mkdtempDisposable, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { runSql } from '#tests/support/databases.ts';
import { startPostgresCluster } from '#tests/support/postgres-cluster.ts';

const skip = process.env['TEST_DATABASE_URL']
  ? 'these tests are about servers of our own, and TEST_DATABASE_URL names another'
  : false;

test('serves several tests from one cluster', { skip }, async (t) => {
  await using cluster = await startPostgresCluster();

  await t.test('keeps databases separate, and copies the rows of a template', async () => {
    const [oats, rye] = [await cluster.createDatabase(), await cluster.createDatabase()];
    await runSql(oats, "create table grain as select 'oats' as name");
    await assert.rejects(runSql(rye, 'select * from grain'), { code: '42P01' });

    const copy = await cluster.createDatabase(oats);
    await runSql(oats, 'drop table grain');
    assert.deepEqual((await runSql(copy, 'select name from grain')).rows, [{ name: 'oats' }]);
  });

  await t.test(
    'holds requests while it is paused, and responds when it is resumed',
    { skip: process.platform === 'win32' },
    async () => {
      await cluster.pause();
      const response = runSql(cluster.url, 'select 1 as one');
      assert.equal(await Promise.race([response, delay(200, 'nothing yet')]), 'nothing yet');
      cluster.resume();
      assert.deepEqual((await response).rows, [{ one: 1 }]);
    },
  );

  await t.test(
    'leaves nothing on a server named by TEST_DATABASE_URL, and throws from kill and restart',
    async (t2) => {
      setVariable(t2, 'TEST_DATABASE_URL', cluster.url);
      const databases = 'select datname from pg_database order by datname';
      const { rows: before } = await runSql(cluster.url, databases);

      const borrowed = await startPostgresCluster();
      await runSql(await borrowed.createDatabase(), 'create table grain (name text)');
      await assert.rejects(borrowed.kill(), /may not kill the server that TEST_DATABASE_URL names/);
      await assert.rejects(borrowed.restart(), /may not restart the server that TEST_DATABASE_URL names/);
      await borrowed.stop();
      assert.deepEqual((await runSql(cluster.url, databases)).rows, before);
    },
  );
});

test(
  'keeps committed rows after kill -9 and a restart, and leaves no process or folder after stop',
  { skip },
  async () => {
    await using cluster = await startPostgresCluster({ durable: true });
    const url = await cluster.createDatabase();
    await runSql(url, 'create table delivery (id integer)');
    await runSql(url, 'insert into delivery values (7)');

    await cluster.kill();
    await assert.rejects(runSql(url, 'select 1'), { code: 'ECONNREFUSED' });
    await cluster.restart();
    assert.deepEqual((await runSql(url, 'select id from delivery')).rows, [{ id: 7 }]);

    const folder = await folderOf(url);
    const { rows: processes } = await runSql(url, 'select pid from pg_stat_activity');
    await cluster.stop();
    for (const { pid } of processes) assert.throws(() => process.kill(Number(pid), 0), { code: 'ESRCH' });
    await assert.rejects(access(folder), { code: 'ENOENT' });
  },
);

test('ends with the process that started it, even after kill -9', { skip }, async () => {
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
  const folder = await folderOf(url);

  owner.kill('SIGKILL');
  for (let look = 0; look < 400 && (await exists(folder)); look += 1) await delay(20);
  assert.equal(await exists(folder), false);
  await assert.rejects(runSql(url, 'select 1'), { code: 'ECONNREFUSED' });
});

test(
  'names the package to install when PostgreSQL is missing, and leaves nothing behind',
  { skip },
  async (t) => {
    await using temporary = await mkdtempDisposable(path.join(tmpdir(), 'scalehouse-test-'));
    for (const name of ['TMPDIR', 'TEMP', 'TMP']) setVariable(t, name, temporary.path);
    t.mock.property(process, 'arch', 's390x');
    await assert.rejects(startPostgresCluster(), /npm install --include=optional.*-s390x.*TEST_DATABASE_URL/);
    assert.deepEqual(await readdir(temporary.path), []);
  },
);

function setVariable(t: TestContext, name: string, value: string): void {
  const before = process.env[name];
  process.env[name] = value;
  t.after(() => {
    if (before === undefined) delete process.env[name];
    else process.env[name] = before;
  });
}

async function folderOf(url: string): Promise<string> {
  const { rows } = await runSql(url, 'show data_directory');
  return path.dirname(String(rows[0]?.['data_directory']));
}

function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}
