import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { test } from 'node:test';
import { CHILD_ENVIRONMENT } from '#tests/support/child-environment.ts';
import { createAccountService } from '#server/accounts/account-service.ts';
import { freshDatabasePlace } from '#tests/support/on-both-databases.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const PASSWORD = 'seed, feed and weed';

// util-linux's program gives another one a terminal; that of other systems takes other arguments.
const hasTerminals = spawnSync('script', ['--version']).stdout?.toString().includes('util-linux') ?? false;
const skip = hasTerminals ? false : 'there is no util-linux script to make a terminal with';

/** Creates Ada on a terminal, typing each answer once its question stands there. Answers all that the terminal showed. */
async function createAda(dataDir: string, answers: Record<string, string>) {
  const command = `"${process.execPath}" server/commands/main.ts create-admin Ada`;
  const terminal = spawn('script', ['-qefc', command, '/dev/null'], {
    cwd: ROOT,
    env: { ...CHILD_ENVIRONMENT, DATA_DIR: dataDir },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const open = new Map(Object.entries(answers));
  let shown = '';
  terminal.stdout.setEncoding('utf8').on('data', (text: string) => {
    shown += text;
    for (const [question, answer] of open) {
      if (!shown.includes(question)) continue;
      terminal.stdin.write(answer);
      open.delete(question);
    }
  });
  await once(terminal, 'close');
  return { code: terminal.exitCode, shown };
}

test('On a terminal the password is asked for twice and never shown', { skip }, async () => {
  await using place = await freshDatabasePlace('SQLite');
  const { code, shown } = await createAda(place.options.dataDir, {
    'New password: ': `${PASSWORD}X\x7f\r`,
    'Once more: ': `${PASSWORD}\r`,
  });
  assert.equal(shown, 'New password: \r\nOnce more: \r\nAda is an administrator now.\r\n');
  assert.equal(code, 0);
  await createAccountService({ database: await place.open() }).signIn(
    { username: 'Ada', password: PASSWORD },
    { address: '192.0.2.1', formerToken: undefined },
  );
});

test('Two passwords that differ, and a change of mind, make nobody', { skip }, async () => {
  await using place = await freshDatabasePlace('SQLite');
  const differ = await createAda(place.options.dataDir, {
    'New password: ': `${PASSWORD}\r`,
    'Once more: ': `${PASSWORD}!\r`,
  });
  assert.match(differ.shown, /The two are not the same. Nothing was changed.\r\n$/);
  assert.equal(differ.code, 1);

  const controlC = await createAda(place.options.dataDir, { 'New password: ': `${PASSWORD}\x03` });
  assert.equal(controlC.shown, 'New password: \r\nNothing was changed.\r\n');
  assert.equal(controlC.code, 1);

  const database = await place.open();
  assert.deepEqual(await database.read((db) => db.selectFrom('admin').select('id').execute()), []);
});
