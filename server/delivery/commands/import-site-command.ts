import { resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Site } from '#contract/site.ts';
import { isSiteSetting, SITE_SETTINGS } from '#contract/site-settings.ts';
import { counted } from '#contract/text.ts';
import { contentStores } from '#server/domains/domains.ts';
import { saveSiteSettings, toChanges } from '#server/domains/site-settings/site-settings.ts';
import { ValidationError } from '#server/platform/errors.ts';
import { readSiteFile } from '#server/platform/settings/site-file.ts';
import { SETTING_NAMES } from '#shared/site-setting-names.ts';
import { CommandError, type Command } from './command.ts';
import { readCurrentSite, readPathCheck, readSite } from './current-site.ts';
import { openSiteDatabase } from './open-site-database.ts';

/** Author in the history. */
const AUTHOR = { origin: 'admin', name: 'the command import-site' } as const;

export const importSiteCommand: Command = {
  usage: 'FILE',
  summary: 'save the settings of a site file as if they were typed in the editor; the site can keep running',
  words: [1, 1],
  options: [],
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
        saveSiteSettings(contentStores(db), AUTHOR, { changes, file, checkPaths }),
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
