import { checkNewUsername } from '#server/domains/accounts/account-rules.ts';
import { resetFactors } from '#server/domains/accounts/factor-service.ts';
import {
  commandAuthor,
  createAdmin,
  getAdmin,
  resetPassword,
  removeAdmin,
  endSession,
  endSessions,
} from '#server/domains/accounts/manage-admins.ts';
import { askPassword, forbiddenNames } from './ask-password.ts';
import { type Command, CommandError, UsageError, printDeletedTokens, asTable, asTime } from './command.ts';
import { openSiteDatabase } from './open-site-database.ts';
import { accountStores } from '#server/domains/accounts/account-stores.ts';
import { counted } from '#contract/text.ts';
import { createHash } from 'node:crypto';
import { isActive } from '#server/domains/accounts/sessions.ts';
import type { Database } from '#server/platform/database/database.ts';

export const createAdminCommand: Command = {
  usage: 'NAME [--generate]',
  summary: 'create an administrator; asks for a password, reads it from standard input, or generates one',
  words: [1, 1],
  options: ['generate'],
  async run({ config, words: [username = ''], has, io, print }) {
    await using database = await openSiteDatabase(config, { mayBeNew: true });
    await checkNewUsername(database, username);
    const { show, ...entered } = await askPassword({ io, print }, { generate: has('generate') });
    await createAdmin(database, { username, ...entered, names: await forbiddenNames(config, database) });
    print(`Created administrator ${username}.`);
    show();
  },
};

export const resetPasswordCommand: Command = {
  usage: 'NAME [--generate]',
  summary: 'set a new password for an administrator and sign them out everywhere',
  words: [1, 1],
  options: ['generate'],
  async run({ config, words: [name = ''], has, io, print }) {
    await using database = await openSiteDatabase(config);
    const { username } = await getAdmin(database, name);
    const { show, ...entered } = await askPassword({ io, print }, { generate: has('generate') });
    const deletedTokens = await resetPassword(database, {
      username,
      ...entered,
      names: await forbiddenNames(config, database),
    });
    print(`New password set for ${username}. They've been signed out everywhere.`);
    printDeletedTokens(print, deletedTokens);
    show();
  },
};

export const resetFactorsCommand: Command = {
  usage: 'NAME',
  summary: 'remove the passkeys and codes of an administrator, such as after a lost phone, and sign them out',
  words: [1, 1],
  async run({ config, words: [name = ''], print }) {
    await using database = await openSiteDatabase(config);
    const admin = await getAdmin(database, name);
    const hadAny = await database.write((db) => resetFactors(db, commandAuthor('reset-factors'), admin));
    print(
      hadAny
        ? `Removed the second factors of ${admin.username}. They've been signed out everywhere.`
        : `${admin.username} has no second factor.`,
    );
  },
};

export const removeAdminCommand: Command = {
  usage: 'NAME',
  summary: 'remove an administrator and sign them out everywhere; what they changed stays',
  words: [1, 1],
  async run({ config, words: [name = ''], print }) {
    await using database = await openSiteDatabase(config);
    const { username, deletedTokens } = await removeAdmin(database, name);
    print(`Removed administrator ${username}. They've been signed out everywhere.`);
    printDeletedTokens(print, deletedTokens);
  },
};

export const listSessionsCommand: Command = {
  usage: '',
  summary: 'list signed-in administrators, with sign-in time and last activity',
  async run({ config, print }) {
    await using database = await openSiteDatabase(config);
    const sessions = await listActiveSessions(database);
    if (sessions.length === 0) return print('No one is signed in.');
    const rows = sessions.map(({ id, username, browser, address, createdAt, seenAt }) => [
      id,
      username,
      asTime(createdAt),
      asTime(seenAt),
      browser,
      address,
    ]);
    print(asTable(['Session ID', 'Name', 'Signed in', 'Last activity', 'Browser', 'Address'], rows));
  },
};

export const endSessionsCommand: Command = {
  usage: 'NAME | SESSION | --all',
  summary: 'sign out one administrator, one session, or everyone',
  words: [0, 1],
  options: ['all'],
  async run({ config, words: [target], has, print }) {
    if (has('all') === (target !== undefined)) {
      throw new UsageError(
        "Give end-sessions an administrator's name, a session ID from list-sessions, or --all.",
      );
    }
    await using database = await openSiteDatabase(config);
    if (target === undefined) {
      const admins = await database.read((db) => accountStores(db).admins.list());
      return print(ended(await endSessions(database, admins), 'everyone'));
    }
    const admin = await database.read((db) => accountStores(db).admins.find(target));
    if (admin) return print(ended(await endSessions(database, [admin]), admin.username));
    const session = (await listActiveSessions(database)).find(({ id }) => id === target);
    if (!session)
      throw new CommandError(
        `No administrator or session is named ${target}. To see both, run: npm run admin -- list-sessions`,
      );
    await endSession(database, session);
    print(ended(1, session.username));
  },
};

const ended = (count: number, name: string) => `Ended ${counted(count, 'session')} for ${name}.`;

const ID_LENGTH = 10;

/** Lists the unexpired sessions, the most recently used first. */
async function listActiveSessions(database: Database) {
  const sessions = await database.read((db) => accountStores(db).sessions.list());
  return sessions
    .filter((session) => isActive(session, Date.now()))
    .map((session) => ({ ...session, id: shortId(session.tokenHash) }));
}

/** Returns an id that does not reveal the stored hash. */
function shortId(tokenHash: string): string {
  return createHash('sha256').update(tokenHash).digest('hex').slice(0, ID_LENGTH);
}
