import assert from 'node:assert/strict';
import type { Database } from '#server/platform/database/database.ts';
import { addAdmin, withoutStep, PASSWORD } from '#tests/support/http-client.ts';
import { onBothDatabases } from '#tests/support/on-both-databases.ts';
import { OWNER } from './account-rights.ts';
import { createAccountService } from './account-service.ts';
import { accountStores } from './account-stores.ts';
import { resetPassword } from './manage-admins.ts';

const FROM = { address: '192.0.2.1', formerToken: undefined };
const SIGN_IN = { username: 'Dana', password: PASSWORD };

/** Wraps `database` so that `action` runs right after the read that loads the password hash. */
function afterPasswordRead(database: Database, action: () => Promise<unknown>): Database {
  let hasRun = false;
  return {
    ...database,
    async read(work) {
      const result = await database.read(work);
      if (!hasRun && result && typeof result === 'object' && 'password' in result) {
        hasRun = true;
        await action();
      }
      return result;
    },
  };
}

const countSessions = async (database: Database) =>
  (await database.read((db) => db.selectFrom('session').selectAll().execute())).length;

onBothDatabases('rejects sign-in when the password changes during verification', async ({ database }) => {
  await addAdmin(database, 'Dana');
  const reset = () => resetPassword(database, { username: 'Dana', password: 'a new one, and longer' });
  const accounts = createAccountService({ database: afterPasswordRead(database, reset) });
  await assert.rejects(accounts.signIn(SIGN_IN, FROM), {
    name: 'UnauthorizedError',
    code: 'invalid-credentials',
  });
  assert.equal(await countSessions(database), 0);
});

onBothDatabases('rejects a password change during a reset', async ({ database }) => {
  await addAdmin(database, 'Dana');
  const { currentAdmin } = withoutStep(await createAccountService({ database }).signIn(SIGN_IN, FROM));
  const password = 'a new one, and longer';
  const reset = () => resetPassword(database, { username: 'Dana', password });
  const accounts = createAccountService({ database: afterPasswordRead(database, reset) });
  const change = { currentPassword: PASSWORD, newPassword: 'an intruder would like it' };
  await assert.rejects(accounts.changePassword(currentAdmin, change, FROM.address), {
    name: 'ForbiddenError',
    code: 'wrong-password',
  });
  assert.equal(await countSessions(database), 0);
  await createAccountService({ database }).signIn({ username: 'Dana', password }, FROM);
});

onBothDatabases('rejects a change by an account that ends while it is saved', async ({ database }) => {
  await addAdmin(database, 'Dana');
  const accounts = createAccountService({ database });
  const { currentAdmin } = withoutStep(await accounts.signIn(SIGN_IN, FROM));
  const check = accounts.checkChangesOf(currentAdmin.id);
  const change = { subject: 'cash-bids', steps: [{ item: null, before: [], after: [] }] };
  await database.write((db) => check(db, change));
  await database.write((db) =>
    accountStores(db).admins.saveRights(currentAdmin.id, { ...OWNER, endsAt: '2026-11-20T15:00:00.000Z' }),
  );
  await assert.rejects(
    database.write((db) => check(db, change)),
    { code: 'sign-in-needed' },
  );
});
