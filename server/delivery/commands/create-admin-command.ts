import { checkNewUsername } from '#server/domains/accounts/account-rules.ts';
import { createAdmin } from '#server/domains/accounts/create-admin.ts';
import { askPassword, forbiddenNames } from './ask-password.ts';
import type { Command } from './command.ts';
import { openSiteDatabase } from './open-site-database.ts';

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
