import { accountStores } from '#server/domains/accounts/account-stores.ts';
import type { Command } from './command.ts';
import { openSiteDatabase } from './open-site-database.ts';
import { asTable, asTime } from './print.ts';

export const listAdminsCommand: Command = {
  usage: '',
  summary: 'list administrators and when each was created',
  words: [0, 0],
  options: [],
  async run({ config, print }) {
    await using database = await openSiteDatabase(config);
    const admins = await database.read((db) => accountStores(db).admins.list());
    if (admins.length === 0)
      return print('No administrators yet. Create one with: npm run admin -- create-admin NAME');
    const rows = admins.map(({ username, createdAt }) => [username, asTime(createdAt)]);
    print(asTable(['Name', 'Created'], rows));
  },
};
