import { join, resolve } from 'node:path';
import { counted } from '#contract/text.ts';
import { saveLastBackup } from '#server/platform/database/last-backup.ts';
import { openCopyFolder } from '#server/backup/copy-folder.ts';
import { saveBackup } from '#server/backup/save-backup.ts';
import { sentenceOf } from '#server/records/stored-file/check-files.ts';
import { openFiles } from '#server/platform/files/open-files.ts';
import { type Command, CommandError, asTime, printSome, REPAIR } from './command.ts';
import { openSiteDatabase } from './open-site-database.ts';
import { accountStores } from '#server/domains/accounts/account-stores.ts';
import { loadBackup, restoreBackup } from '#server/backup/restore-backup.ts';

export const backupCommand: Command = {
  usage: 'FILE [--files FOLDER] [--force]',
  summary:
    'save all content and administrators to one file; the site can keep running; --files saves new images to a folder instead; names missing and damaged files',
  words: [1, 1],
  options: ['force'],
  values: ['files'],
  async run({ config, words: [file = ''], has, valueOf, print }) {
    await using database = await openSiteDatabase(config);
    const path = resolve(file);
    const folder = valueOf('files');
    const { rows, made, problems, copiedAgain } = await saveBackup(database, path, {
      replace: has('force'),
      files: await openFiles(config),
      folder: folder === undefined ? undefined : await openCopyFolder(resolve(folder), { create: true }),
      deletedImageDays: config.deletedImageDays,
      // A bucket charges for reading, and checks its own files.
      readsAll: !config.objectStorage,
    });
    // The backup is complete even if the database is gone by now.
    await database.writeAside((db) => saveLastBackup(db, made)).catch(() => undefined);
    const count = (table: string, noun: string) => counted(rows[table] ?? 0, noun);
    print(
      `Saved ${path}: ${count('site_text', 'text')}, ${count('image', 'image')}, ${count('change_log', 'change')}, ${count('admin', 'administrator')}.`,
    );
    printSome(
      print,
      copiedAgain.map((key) => `The copy of ${key} was missing or damaged, so it was copied again.`),
    );
    printSome(print, problems.map(sentenceOf));
    if (problems.length > 0)
      throw new CommandError(`The backup has all except these files, or their earlier copies. ${REPAIR}`);
  },
};

export const restoreCommand: Command = {
  usage: 'FILE [--files FOLDER] [--force] [--with-accounts]',
  summary:
    'restore a backup into an empty database, or with --force, replace its content, which it saves first unless you add --discard; --files takes images from the folder of the backup; --with-accounts also replaces administrators',
  words: [1, 1],
  options: ['force', 'discard', 'with-accounts'],
  values: ['files'],
  async run({ config, words: [file = ''], has, valueOf, io, print }) {
    // Load the backup first, so that an unusable file leaves no database behind.
    await using loaded = await loadBackup(resolve(file));
    const path = valueOf('files');
    const folder = path === undefined ? undefined : await openCopyFolder(resolve(path), { create: false });
    await using database = await openSiteDatabase(config, { mayBeNew: true });
    const { dataDir, deletedImageDays } = config;
    const parts = { files: await openFiles(config), folder, deletedImageDays };
    const { missing, takesAccounts } = await restoreBackup(database, loaded, {
      ...parts,
      replace: has('force'),
      withAccounts: has('with-accounts'),
      async saveReplaced() {
        if (has('discard')) return;
        const saved = join(dataDir, `replaced-${new Date().toISOString().replaceAll(':', '-')}.backup`);
        const known = folder && { ...folder, save: undefined };
        await saveBackup(database, saved, { ...parts, folder: known, replace: false });
        io.stderr.write(`Saved what this restore replaces: ${saved}\n`);
      },
    });
    print(`Restored the backup from ${asTime(loaded.made)}. Everyone has been signed out.`);
    if (takesAccounts) {
      print(
        'Administrators, their rights, and their passwords are as they were then. If someone should no longer get in, remove them. API tokens were not restored, so create new ones under Cash Bids.',
      );
    }
    if (!(await database.read((db) => accountStores(db).admins.exists()))) {
      print('There are no administrators yet. Create one with: npm run admin -- create-admin NAME');
    }
    if (missing.length > 0) {
      printSome(print, missing);
      throw new CommandError(
        `${counted(missing.length, 'image file')}, listed above, ${missing.length === 1 ? "wasn't" : "weren't"} restored: missing${folder ? ` from ${folder.path}` : ''} or damaged. Everything else was restored.`,
      );
    }
  },
};
