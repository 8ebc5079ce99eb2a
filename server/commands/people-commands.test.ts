import assert from 'node:assert/strict';
import { test } from 'node:test';
import { accountStores } from '#server/domains/accounts/account-stores.ts';
import { runCommand } from '#tests/support/admin-command.ts';
import { addAdmin } from '#tests/support/http-client.ts';
import { freshTestDatabase } from '#tests/support/on-both-databases.ts';

test('invites and changes administrators, and says what is wrong with a command', async () => {
  await using testDatabase = await freshTestDatabase('SQLite');
  const { environment } = testDatabase;
  const database = await testDatabase.open();
  await addAdmin(database, 'Dana');
  await addAdmin(database, 'Kim');
  const run = (...words: string[]) => runCommand(environment, words);

  const invited = await run('invite-admin', 'prices', '--locations', ' MAIN ', '--last-day', '2099-12-31');
  assert.match(invited.output, /\nhttps:\/\/.*\/admin\/invitation#[\w-]{43}\n$/, invited.errorOutput);
  assert.equal((await run('change-admin', 'kim', '--role', 'prices', '--switch', 'off')).code, 0);
  const { output } = await run('list-admins');
  assert.match(output, /^Kim +Prices +all +switched off /m);

  const reset = () => run('reset-factors', 'dana');
  assert.equal((await reset()).output, 'Dana has no second factor.\n');
  await database.write(async (db) => {
    const { admins, factors } = accountStores(db);
    const { id = '' } = (await admins.find('Dana')) ?? {};
    await factors.insert([{ id: 'phone', admin_id: id, kind: 'passkey', created_at: '' }]);
  });
  assert.equal(
    (await reset()).output,
    "Removed the second factors of Dana. They've been signed out everywhere.\n",
  );
  assert.equal((await reset()).output, 'Dana has no second factor.\n');

  const WRONG: readonly [words: string[], code: number, message: string][] = [
    [['invite-admin', 'king'], 2, 'There is no role king. Use owner, content, prices, scale-house.'],
    [
      ['invite-admin', 'owner', '--locations', 'main'],
      2,
      'Owners can change all locations. Choose another role, or leave out --locations.',
    ],
    [
      ['change-admin', 'Dana', '--locations', 'main'],
      2,
      'Owners can change all locations. Choose another role, or leave out --locations.',
    ],
    [['change-admin', 'Dana'], 2, 'Say what to change, such as --role prices.'],
    [['change-admin', 'Dana', '--switch', 'maybe'], 2, 'Use --switch on, or --switch off.'],
    [
      ['change-admin', 'Dana', '--role', 'content'],
      1,
      'Dana is the only owner without an end date. Make someone else an owner first.',
    ],
    [['change-admin', 'Kim', '--last-day', '2026-13-45'], 1, 'Use a date, such as 2026-11-20.'],
    [
      ['password-link', 'Lee'],
      1,
      'No administrator is named Lee. To see all names, run: npm run admin -- list-admins',
    ],
  ];
  for (const [words, code, message] of WRONG) {
    const found = await run(...words);
    assert.deepEqual(
      [found.code, found.output, found.errorOutput],
      [code, '', `${message}\n`],
      words.join(' '),
    );
  }
});
