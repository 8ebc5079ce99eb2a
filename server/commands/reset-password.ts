import { getAdmin, resetPassword } from '#server/accounts/reset-password.ts';
import { askPassword } from './ask-password.ts';
import type { Command } from './command.ts';
import { openSiteDatabase } from './open-site-database.ts';

export const resetPasswordCommand: Command = {
  usage: 'NAME [--generate]',
  summary: 'gives an administrator a new password and ends all sessions of the account',
  words: [1, 1],
  options: ['generate'],
  async run({ config, words: [name = ''], has, io, print }) {
    await using database = await openSiteDatabase(config);
    const { username } = await getAdmin(database, name);
    const { password, show } = await askPassword({ io, print }, { generate: has('generate') });
    await resetPassword(database, { username, password });
    print(`${username} has a new password; all sessions of the account have ended.`);
    show();
  },
};
