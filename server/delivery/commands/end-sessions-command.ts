import { counted } from '#contract/text.ts';
import { accountStores } from '#server/domains/accounts/account-stores.ts';
import { endSession, endSessions } from '#server/domains/accounts/end-sessions.ts';
import { CommandError, UsageError, type Command } from './command.ts';
import { openSiteDatabase } from './open-site-database.ts';
import { listActiveSessions } from './active-sessions.ts';

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
