import assert from 'node:assert/strict';
import type { Database } from '#server/platform/database/database.ts';
import { createStores } from '#tests/support/stores.ts';
import { withoutStep } from '#tests/support/http-client.ts';
import { onBothDatabases } from '#tests/support/on-both-databases.ts';
import { createAccountService } from './account-service.ts';
import { createApiTokenService } from './api-token-service.ts';
import { createAdmin, listDamagedPasswords, resetPassword } from './manage-admins.ts';
import { createSignInKey, hiddenName } from './sign-in-key.ts';

const PASSWORD = 'seed, feed and weed';
const names = async (database: Database) =>
  (await database.read((db) => createStores(db).admins.list())).map(({ username }) => username);

onBothDatabases('rejects an existing username in any case', async ({ database }) => {
  const make = (username: string) => createAdmin(database, { username, password: PASSWORD });
  const made = await Promise.allSettled(['ada', 'Ada', 'ADA'].map(make));
  assert.equal(made.filter(({ status }) => status === 'fulfilled').length, 1);
  const [name = ''] = await names(database);
  await assert.rejects(make('aDa'), {
    name: 'ConflictError',
    code: 'username-taken',
    message: `An administrator named ${name} already exists. Choose another name.`,
  });
  assert.equal((await names(database)).length, 1);
});

onBothDatabases('rejects invalid usernames and passwords', async ({ database }) => {
  const invalid = ['', ' ', ' ada', 'ada ', 'a\nb', 'a\u0000b', 'a\u202eb', 'a\u200bb', 'a'.repeat(101)];
  for (const username of invalid) {
    await assert.rejects(createAdmin(database, { username, password: PASSWORD }), { code: 'bad-username' });
  }
  for (const password of ['', 'a'.repeat(11), 'a'.repeat(129)]) {
    await assert.rejects(createAdmin(database, { username: 'ada', password }), { code: 'password-length' });
  }
  await assert.rejects(createAdmin(database, { username: 'ada', password: 'Passwordpassword' }), {
    code: 'common-password',
  });
  assert.deepEqual(await names(database), []);
});

onBothDatabases('resetPassword ends sessions and clears failed attempts', async ({ database }) => {
  for (const username of ['Ada', 'Grace']) await createAdmin(database, { username, password: PASSWORD });
  const accounts = createAccountService({ database });
  const from = { address: '192.0.2.1', formerToken: undefined };
  const [ada, grace] = [
    withoutStep(await accounts.signIn({ username: 'Ada', password: PASSWORD }, from)),
    withoutStep(await accounts.signIn({ username: 'Grace', password: PASSWORD }, from)),
  ];
  // Insert ten failed attempts directly, to avoid ten slow hashes.
  const at = new Date().toISOString();
  await database.write(async (db) => {
    const { signInAttempts } = createStores(db);
    const account = hiddenName(await createSignInKey(db), 'Ada');
    for (let n = 0; n < 10; n += 1) {
      const { address } = from;
      await signInAttempts.insert({ account, address, network: address, browser: '' }, at);
    }
  });
  await assert.rejects(accounts.signIn({ username: 'ADA', password: PASSWORD }, from), {
    name: 'TooManyRequestsError',
    code: 'too-many-attempts',
  });

  await resetPassword(database, { username: 'aDA', password: 'a new one, and longer' });
  assert.equal(await accounts.find(ada.token, '127.0.0.1'), undefined);
  assert.equal((await accounts.find(grace.token, '127.0.0.1'))?.username, 'Grace');
  await accounts.signIn({ username: 'Ada', password: 'a new one, and longer' }, from);
  await assert.rejects(accounts.signIn({ username: 'Ada', password: PASSWORD }, from), {
    name: 'UnauthorizedError',
    code: 'invalid-credentials',
  });
});

onBothDatabases('resetPassword deletes the API tokens of the account', async ({ database }) => {
  for (const username of ['Ada', 'Grace']) await createAdmin(database, { username, password: PASSWORD });
  const apiTokens = createApiTokenService({
    database,
    content: { write: database.write },
    now: () => new Date(),
  });
  const create = (name: string) => apiTokens.create({ origin: 'admin', name }, { name: `${name}'s` });
  const [ada, grace] = [await create('Ada'), await create('Grace')];
  assert.equal(await resetPassword(database, { username: 'aDA', password: 'a new one, and longer' }), 1);
  await assert.rejects(apiTokens.find(ada.token, '127.0.0.1'), { code: 'unknown-token' });
  assert.equal((await apiTokens.find(grace.token, '127.0.0.1')).name, "Grace's");
  const last = await database.read((db) => createStores(db).changeLog.findNewest(`api-token:${ada.id}`));
  assert.equal(last?.author, 'the command reset-password');
});

onBothDatabases('names accounts whose stored password is damaged', async ({ database }) => {
  for (const username of ['Ada', 'Grace']) await createAdmin(database, { username, password: PASSWORD });
  const [nonce, tag] = ['A'.repeat(22), 'A'.repeat(43)];
  for (const damaged of [
    '',
    'garbage',
    `$argon2id$v=19$m=19456,t=2,p=1$AAAA$${tag}`,
    `$argon2id$v=19$m=9999999999,t=2,p=1$${nonce}$${tag}`,
    `$argon2id$v=19$m=19456,t=0,p=1$${nonce}$${tag}`,
    `$argon2id$v=19$m=19456,t=2,p=99999999$${nonce}$${tag}`,
  ]) {
    await database.write((db) =>
      db.updateTable('admin').set({ password: damaged }).where('username', '=', 'Ada').execute(),
    );
    assert.deepEqual(await listDamagedPasswords(database), ['Ada'], damaged);
  }
  await resetPassword(database, { username: 'Ada', password: 'a new one, and longer' });
  assert.deepEqual(await listDamagedPasswords(database), []);
});

onBothDatabases('keeps at most 50 API tokens', async ({ database }) => {
  const apiTokens = createApiTokenService({
    database,
    content: { write: database.write },
    now: () => new Date(),
  });
  const create = (name: string) => apiTokens.create({ origin: 'admin', name: 'Ada' }, { name });
  for (let count = 1; count < 50; count += 1) await create(`Token ${count}`);
  const { id } = await create('The last one');
  await assert.rejects(create('One too many'), { code: 'too-many-tokens' });
  assert.equal(
    (await apiTokens.list()).some((each) => each.id === id),
    true,
  );
});

onBothDatabases('a generated password stops working after 7 days', async ({ database }) => {
  const password = 'made-up-and-long-enough';
  await createAdmin(database, { username: 'Ada', password: PASSWORD });
  await resetPassword(database, { username: 'Ada', password, isGenerated: true });
  let at = Date.now();
  const accounts = createAccountService({ database, now: () => new Date(at) });
  const signIn = (entered = password) =>
    accounts
      .signIn({ username: 'Ada', password: entered }, { address: 'here', formerToken: undefined })
      .then(withoutStep);
  const { token, currentAdmin } = await signIn();
  assert.ok(Date.parse(currentAdmin.passwordExpiresAt ?? '') > at);
  assert.deepEqual(await accounts.find(token, '127.0.0.1'), currentAdmin);

  at += 7 * 24 * 60 * 60_000 + 60_000;
  await assert.rejects(signIn(), {
    code: 'password-expired',
    message: /run: npm run admin -- reset-password "Ada" --generate$/,
  });
  await assert.rejects(signIn('wrong'), { code: 'invalid-credentials' });

  await accounts.changePassword(currentAdmin, { currentPassword: password, newPassword: PASSWORD }, 'here');
  at += 30 * 24 * 60 * 60_000;
  assert.equal((await signIn(PASSWORD)).currentAdmin.passwordExpiresAt, undefined);
});
