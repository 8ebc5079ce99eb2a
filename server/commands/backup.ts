import { resolve } from 'node:path';
import { saveBackup } from '#server/backup/save-backup.ts';
import { openFiles } from '#server/files/open-files.ts';
import type { Command } from './command.ts';
import { openSiteDatabase } from './open-site-database.ts';

export const backup: Command = {
  usage: 'FILE [--force]',
  summary: 'writes all content and administrators into one file, while the site runs',
  words: [1, 1],
  options: ['force'],
  async run({ config, words: [file = ''], has, print }) {
    await using database = await openSiteDatabase(config);
    const path = resolve(file);
    const { rows } = await saveBackup(database, path, {
      replace: has('force'),
      files: await openFiles(config),
    });
    const count = (table: string) => rows[table] ?? 0;
    print(
      `${path} is written: ${count('site_text')} texts, ${count('image')} pictures, ${count('change_log')} changes, ${count('admin')} administrators.`,
    );
  },
};
