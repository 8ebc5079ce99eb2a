import { getAdmin, resetPassword } from '#server/domains/accounts/reset-password.ts';
import { askPassword, forbiddenNames } from './ask-password.ts';
import type { Command } from './command.ts';
import { openSiteDatabase } from './open-site-database.ts';
import { printDeletedTokens } from './print.ts';

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
