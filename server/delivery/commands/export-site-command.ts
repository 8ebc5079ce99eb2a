import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { SITE_FORMAT } from '#contract/site.ts';
import { CommandError, type Command } from './command.ts';
import { readCurrentSite, readSite } from './current-site.ts';
import { openSiteDatabase } from './open-site-database.ts';

export const exportSiteCommand: Command = {
  usage: 'FILE [--force]',
  summary: 'save the current site settings, from the editor and the site file, as a complete site file',
  words: [1, 1],
  options: ['force'],
  async run({ config, words: [name = ''], has, print }) {
    const file = readSite(config);
    await using database = await openSiteDatabase(config);
    const { $schema: _schema, ...site } = await readCurrentSite(database, file);
    const path = resolve(name);
    const text = `${JSON.stringify({ ...site, formatVersion: SITE_FORMAT }, null, 2)}\n`;
    try {
      await writeFile(path, text, { flag: has('force') ? 'w' : 'wx' });
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'EEXIST') throw new CommandError(`${path} already exists. To replace it, add --force.`);
      throw new CommandError(`Can't write ${path} (${code}). Check the folder and its permissions.`);
    }
    print(`Saved ${path}.`);
  },
};
