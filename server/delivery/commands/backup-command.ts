import { resolve } from 'node:path';
import { counted } from '#contract/text.ts';
import { saveLastBackup } from '#server/platform/database/last-backup.ts';
import { openCopyFolder } from '#server/delivery/backup/copy-folder.ts';
import { saveBackup } from '#server/delivery/backup/save-backup.ts';
import { openFiles } from '#server/platform/files/open-files.ts';
import type { Command } from './command.ts';
import { openSiteDatabase } from './open-site-database.ts';

export const backupCommand: Command = {
  usage: 'FILE [--files FOLDER] [--force]',
  summary:
    'save all content and administrators to one file; the site can keep running; --files saves new images to a folder instead',
  words: [1, 1],
  options: ['force'],
  values: ['files'],
  async run({ config, words: [file = ''], has, valueOf, print }) {
    await using database = await openSiteDatabase(config);
    const path = resolve(file);
    const folder = valueOf('files');
    const { rows, made } = await saveBackup(database, path, {
      replace: has('force'),
      files: await openFiles(config),
      folder: folder === undefined ? undefined : await openCopyFolder(resolve(folder), { create: true }),
    });
    // The backup is complete even if the database is gone by now.
    await database.writeAside((db) => saveLastBackup(db, made)).catch(() => undefined);
    const count = (table: string, noun: string) => counted(rows[table] ?? 0, noun);
    print(
      `Saved ${path}: ${count('site_text', 'text')}, ${count('image', 'image')}, ${count('change_log', 'change')}, ${count('admin', 'administrator')}.`,
    );
  },
};
