import type { Command } from './command.ts';
import { openSiteDatabase } from './open-site-database.ts';
import { asTable, asTime } from './print.ts';
import { listActiveSessions } from './active-sessions.ts';

export const listSessionsCommand: Command = {
  usage: '',
  summary: 'list signed-in administrators, with sign-in time and last activity',
  words: [0, 0],
  options: [],
  async run({ config, print }) {
    await using database = await openSiteDatabase(config);
    const sessions = await listActiveSessions(database);
    if (sessions.length === 0) return print('No one is signed in.');
    const rows = sessions.map(({ id, username, createdAt, seenAt }) => [
      id,
      username,
      asTime(createdAt),
      asTime(seenAt),
    ]);
    print(asTable(['Session ID', 'Name', 'Signed in', 'Last activity'], rows));
  },
};
