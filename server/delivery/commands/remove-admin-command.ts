import { removeAdmin } from '#server/domains/accounts/remove-admin.ts';
import type { Command } from './command.ts';
import { openSiteDatabase } from './open-site-database.ts';
import { printDeletedTokens } from './print.ts';

export const removeAdminCommand: Command = {
  usage: 'NAME',
  summary: 'remove an administrator and sign them out everywhere; what they changed stays',
  words: [1, 1],
  options: [],
  async run({ config, words: [name = ''], print }) {
    await using database = await openSiteDatabase(config);
    const { username, deletedTokens } = await removeAdmin(database, name);
    print(`Removed administrator ${username}. They've been signed out everywhere.`);
    printDeletedTokens(print, deletedTokens);
  },
};
