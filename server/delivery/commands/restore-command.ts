import { resolve } from 'node:path';
import { loadBackup, restoreBackup } from '#server/delivery/backup/restore-backup.ts';
import { openFiles } from '#server/platform/files/open-files.ts';
import type { Command } from './command.ts';
import { openSiteDatabase } from './open-site-database.ts';
import { asTime } from './print.ts';

export const restoreCommand: Command = {
  usage: 'FILE [--force]',
  summary: 'restore a backup into an empty database, or with --force, replace everything',
  words: [1, 1],
  options: ['force'],
  async run({ config, words: [file = ''], has, print }) {
    // Load the backup first, so that an unusable file leaves no database behind.
    await using loaded = await loadBackup(resolve(file));
    await using database = await openSiteDatabase(config, { mayBeNew: true });
    await restoreBackup(database, loaded, {
      replace: has('force'),
      files: await openFiles(config),
    });
    print(`Restored the backup from ${asTime(loaded.made)}. Everyone has been signed out.`);
  },
};
