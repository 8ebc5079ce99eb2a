import { resolve } from 'node:path';
import { counted } from '#contract/text.ts';
import { accountStores } from '#server/domains/accounts/account-stores.ts';
import { openCopyFolder } from '#server/delivery/backup/copy-folder.ts';
import { loadBackup, restoreBackup } from '#server/delivery/backup/restore-backup.ts';
import { openFiles } from '#server/platform/files/open-files.ts';
import { CommandError, type Command } from './command.ts';
import { openSiteDatabase } from './open-site-database.ts';
import { asTime } from './print.ts';

export const restoreCommand: Command = {
  usage: 'FILE [--files FOLDER] [--force] [--with-accounts]',
  summary:
    'restore a backup into an empty database, or with --force, replace its content; --files takes images from the folder of the backup; --with-accounts also restores administrators and API tokens',
  words: [1, 1],
  options: ['force', 'with-accounts'],
  values: ['files'],
  async run({ config, words: [file = ''], has, valueOf, print }) {
    // Load the backup first, so that an unusable file leaves no database behind.
    await using loaded = await loadBackup(resolve(file));
    const path = valueOf('files');
    const folder = path === undefined ? undefined : await openCopyFolder(resolve(path), { create: false });
    await using database = await openSiteDatabase(config, { mayBeNew: true });
    const { missing } = await restoreBackup(database, loaded, {
      replace: has('force'),
      withAccounts: has('with-accounts'),
      files: await openFiles(config),
      folder,
    });
    print(`Restored the backup from ${asTime(loaded.made)}. Everyone has been signed out.`);
    if (has('with-accounts')) {
      print(
        'Administrators, their passwords, and API tokens are as they were then, except tokens that this site has deleted since. If someone should no longer get in, reset the password or delete the token.',
      );
    }
    if (!(await database.read((db) => accountStores(db).admins.exists()))) {
      print(
        'There are no administrators yet. Create one with: npm run admin -- create-admin NAME, or restore again with --force --with-accounts to take those in the backup.',
      );
    }
    if (missing.length > 0) {
      for (const name of missing) print(name);
      throw new CommandError(
        `${counted(missing.length, 'image file')}, listed above, ${missing.length === 1 ? "wasn't" : "weren't"} restored: missing${folder ? ` from ${folder.path}` : ''} or damaged. Everything else was restored.`,
      );
    }
  },
};
