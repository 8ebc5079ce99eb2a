import { writeFile } from 'node:fs/promises';
import { resolve, join } from 'node:path';
import { SITE_FORMAT, type Site } from '#contract/site.ts';
import { CommandError, type Command } from './command.ts';
import { openSiteDatabase } from './open-site-database.ts';
import { isDeepStrictEqual } from 'node:util';
import { isSiteSetting, SITE_SETTINGS } from '#contract/site-settings.ts';
import { counted } from '#contract/text.ts';
import { contentStores } from '#server/domains/domains.ts';
import {
  saveSiteSettings,
  toChanges,
  readSiteSettings,
  withStored,
} from '#server/domains/site-settings/site-settings.ts';
import { ValidationError } from '#server/platform/errors.ts';
import { readSiteFile } from '#server/platform/settings/site-file.ts';
import { SETTING_NAMES } from '#shared/site-setting-names.ts';
import { removeDemoContent } from '#server/domains/demo-content/remove-demo-content.ts';
import { existsSync } from 'node:fs';
import { contentPagesOf, findUnservedPaths } from '#server/pages/check-site-paths.ts';
import { readOwnPages } from '#server/domains/own-pages/own-page-store.ts';
import type { CheckPaths } from '#server/domains/site-settings/setting-rules.ts';
import { readableOnly } from '#server/records/content/part-reader.ts';
import type { Database } from '#server/platform/database/database.ts';
import { ROOT } from '#server/platform/root.ts';
import type { Config } from '#server/platform/settings/config.ts';
import { toStartError } from '#server/platform/start-error.ts';

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

const IMPORTING = { origin: 'admin', name: 'the command import-site' } as const;

export const importSiteCommand: Command = {
  usage: 'FILE',
  summary: 'save the settings of a site file as if they were typed in the editor; the site can keep running',
  words: [1, 1],
  async run({ config, words: [name = ''], print }) {
    const file = readSite(config);
    const imported = readSiteFile(resolve(name));
    if (!imported.value) {
      const problems = imported.issues.map(({ key, problem, fix }) => `${key} ${problem}. ${fix}`);
      throw new CommandError([...problems, NOTHING_CHANGED].join('\n'));
    }
    const site = imported.value;
    await using database = await openSiteDatabase(config);
    const before = await readCurrentSite(database, file);
    const values = Object.fromEntries(SITE_SETTINGS.map((setting) => [setting, site[setting]]));
    const changes = toChanges({ values }, file);
    const checkPaths = await readPathCheck(database);
    try {
      await database.write((db) =>
        saveSiteSettings(contentStores(db), IMPORTING, { changes, file, checkPaths }),
      );
    } catch (error) {
      if (!(error instanceof ValidationError)) throw error;
      const problems = (error.issues ?? []).map(({ message }) => message);
      throw new CommandError([...problems, NOTHING_CHANGED].join('\n'));
    }
    const differing = (Object.keys(before) as (keyof Site)[]).filter(
      (key) => !NOT_COMPARED.has(key) && !isDeepStrictEqual(before[key], site[key]),
    );
    const changed = differing.filter((key) => isSiteSetting(key));
    for (const key of changed) {
      print(`  ${SETTING_NAMES[key]}: ${shortened(before[key])} becomes ${shortened(site[key])}`);
    }
    print(changed.length === 0 ? 'Nothing to change.' : `Changed ${counted(changed.length, 'setting')}.`);
    const kept = differing.filter((key) => !isSiteSetting(key));
    if (kept.length > 0)
      print(`Only the site file sets these, so they stay as they are: ${kept.join(', ')}.`);
  },
};

const NOTHING_CHANGED = 'Nothing was changed.';
const NOT_COMPARED: ReadonlySet<string> = new Set(['$schema', 'formatVersion']);

const SHOWN_LENGTH = 60;

function shortened(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length > SHOWN_LENGTH ? `${text.slice(0, SHOWN_LENGTH)}…` : text;
}

/** The command line has administrator rights but no account. */
const OPERATOR = { origin: 'admin', name: 'a command on the server' } as const;

export const removeDemoContentCommand: Command = {
  usage: '',
  summary: 'remove demo content that no one has changed',
  async run({ config, print }) {
    await using database = await openSiteDatabase(config);
    const { removed } = await database.write((db) =>
      removeDemoContent(contentStores(db), OPERATOR, new Date()),
    );
    print(removed === 0 ? 'No demo content found.' : `Removed ${counted(removed, 'piece')} of demo content.`);
  },
};

/** Reads the site file. Throws StartError if it is not valid. */
export function readSite({ siteFile }: Config): Site {
  const { value, issues } = readSiteFile(siteFile);
  if (!value) throw toStartError(issues);
  return value;
}

/** Returns the function that checks paths with the files and pages that a server serves. */
export async function readPathCheck(database: Pick<Database, 'read'>): Promise<CheckPaths> {
  const built = join(ROOT, 'build/browser');
  const folder = existsSync(built) ? built : join(ROOT, 'public');
  const pages = await database.read(async (db) => ({
    ...(await readOwnPages(db, () => readableOnly)),
    ...(await readSiteSettings(db, () => readableOnly)),
  }));
  return (site) => findUnservedPaths(site, folder, contentPagesOf(pages, site));
}

/** Returns the site with the settings of the editor. */
export const readCurrentSite = (database: Pick<Database, 'read'>, file: Site): Promise<Site> =>
  database.read(async (db) => withStored(file, await contentStores(db).siteSettings.list()));
