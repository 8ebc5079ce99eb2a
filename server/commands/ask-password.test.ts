import assert from 'node:assert/strict';
import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { test } from 'node:test';
import { createAccountService } from '#server/domains/accounts/account-service.ts';
import { freshTestDatabase } from '#tests/support/on-both-databases.ts';
import { runCommandLine } from './run-command-line.ts';

const PASSWORD = 'seed, feed and weed';

/** Runs create-admin on a fake terminal that records when the echo is off. */
async function createAda(dataDir: string, responses: Record<string, string>) {
  const rawModes: boolean[] = [];
  const stdin = Object.assign(new PassThrough(), {
    isTTY: true,
    setRawMode: (isRaw: boolean) => void rawModes.push(isRaw),
  });
  const screen = new PassThrough({ encoding: 'utf8' });
  const shown = answerQuestions(screen, stdin, responses);
  const io = { env: { DATA_DIR: dataDir }, stdin, stdout: screen, stderr: screen };
  const code = await runCommandLine(['create-admin', 'Ada'], io);
  screen.end();
  await once(screen, 'end');
  return { code, shown: shown(), rawModes };
}

function answerQuestions(
  screen: NodeJS.ReadableStream,
  keyboard: NodeJS.WritableStream,
  responses: Record<string, string>,
): () => string {
  const open = new Map(Object.entries(responses));
  let shown = '';
  screen.on('data', (text: string) => {
    shown += text;
    for (const [prompt, response] of open) {
      if (!shown.includes(prompt)) continue;
      // The prompt is written before the input is read.
      setImmediate(() => keyboard.write(response));
      open.delete(prompt);
    }
  });
  return () => shown;
}

test('prompts twice for the password on a terminal, without an echo', async () => {
  await using testDatabase = await freshTestDatabase('SQLite');
  const made = await createAda(testDatabase.options.dataDir, {
    'New password: ': `${PASSWORD}X\x7f\r`,
    'Type it again: ': `${PASSWORD}\r`,
  });
  assert.deepEqual(made, {
    code: 0,
    shown: 'New password: \nType it again: \nCreated administrator Ada.\n',
    rawModes: [true, false],
  });
  await createAccountService({ database: await testDatabase.open() }).signIn(
    { username: 'Ada', password: PASSWORD },
    { address: '192.0.2.1', formerToken: undefined },
  );
});

test('creates no administrator when the passwords differ or Ctrl+C is pressed', async () => {
  await using testDatabase = await freshTestDatabase('SQLite');
  const differ = await createAda(testDatabase.options.dataDir, {
    'New password: ': `${PASSWORD}\r`,
    'Type it again: ': `${PASSWORD}!\r`,
  });
  assert.equal(
    differ.shown,
    "New password: \nType it again: \nThe passwords don't match, so nothing was changed. Run the command again.\n",
  );
  assert.deepEqual(differ.rawModes, [true, false]);
  assert.equal(differ.code, 1);

  const controlC = await createAda(testDatabase.options.dataDir, { 'New password: ': `${PASSWORD}\x03` });
  assert.equal(controlC.shown, 'New password: \nCanceled. Nothing was changed.\n');
  assert.deepEqual(controlC.rawModes, [true, false]);
  assert.equal(controlC.code, 1);

  const database = await testDatabase.open();
  assert.deepEqual(await database.read((db) => db.selectFrom('admin').select('id').execute()), []);
});
