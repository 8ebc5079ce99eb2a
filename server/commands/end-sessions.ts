import { createStores } from '#server/stores.ts';
import { CommandError, UsageError, type Command } from './command.ts';
import { openSiteDatabase } from './open-site-database.ts';
import { listSessionsAlive } from './session-list.ts';

export const endSessions: Command = {
  usage: 'NAME | SESSION | --all',
  summary: 'signs out an administrator, one session of the list, or everybody',
  words: [0, 1],
  options: ['all'],
  async run({ config, words: [target], has, print }) {
    if (has('all') === (target !== undefined)) {
      throw new UsageError(
        'end-sessions takes the name of an administrator, a session of the list, or --all.',
      );
    }
    await using database = await openSiteDatabase(config);
    if (target === undefined) {
      return print(ended(await database.write((db) => createStores(db).sessions.removeAll()), 'of all'));
    }
    const admin = await database.read((db) => createStores(db).admins.find(target));
    if (admin) {
      const count = await database.write((db) => createStores(db).sessions.removeAll(admin.id));
      return print(ended(count, `of ${admin.username}`));
    }
    const session = (await listSessionsAlive(database)).find(({ id }) => id === target);
    if (!session) throw new CommandError(`There is no administrator and no session named ${target}.`);
    await database.write((db) => createStores(db).sessions.remove(session.tokenHash));
    print(ended(1, `of ${session.username}`));
  },
};

const ended = (count: number, whose: string) =>
  count === 1 ? `One session ${whose} has ended.` : `${count} sessions ${whose} have ended.`;
