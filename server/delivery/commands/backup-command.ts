import { resolve } from 'node:path';
import { counted } from '#contract/text.ts';
import { saveBackup } from '#server/delivery/backup/save-backup.ts';
import { openFiles } from '#server/platform/files/open-files.ts';
import type { Command } from './command.ts';
import { openSiteDatabase } from './open-site-database.ts';

export const backupCommand: Command = {
  usage: 'FILE [--force]',
  summary: 'save all content and administrators to one file; the site can keep running',
  words: [1, 1],
  options: ['force'],
  async run({ config, words: [file = ''], has, print }) {
    await using database = await openSiteDatabase(config);
    const path = resolve(file);
    const { rows } = await saveBackup(database, path, {
      replace: has('force'),
      files: await openFiles(config),
    });
    const count = (table: string, noun: string) => counted(rows[table] ?? 0, noun);
    print(
      `Saved ${path}: ${count('site_text', 'text')}, ${count('image', 'image')}, ${count('change_log', 'change')}, ${count('admin', 'administrator')}.`,
    );
  },
};
