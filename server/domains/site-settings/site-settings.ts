import { isDeepStrictEqual } from 'node:util';
import type { Site } from '#contract/site.ts';
import type { Included } from '#contract/saved.ts';
import {
  isSiteSetting,
  SITE_SETTINGS,
  siteSettingSubject,
  type SavedSiteSettings,
  type SettingValue,
  type SiteSetting,
  type SiteSettings,
  type SiteSettingsSave,
} from '#contract/site-settings.ts';
import { findStepsSince, type Since } from '#server/records/change-log/assert-unchanged.ts';
import type { Author } from '#server/platform/change.ts';
import type { Based } from '#server/records/saved.ts';
import type { ContentCache } from '#server/records/content/content-cache.ts';
import type { RowReader } from '#server/records/content/part-reader.ts';
import type { DatabaseHandle } from '#server/platform/database/database.ts';
import { ValidationError, type Issue } from '#server/platform/errors.ts';
import { mergeSetting } from '#shared/merge-setting.ts';
import { keepLatest } from '#server/platform/keep-latest.ts';
import { checkSetting } from '#server/platform/settings/site-file.ts';
import {
  checkEarlierAddresses,
  findBrandRedirect,
  saveBrandRedirects,
  type BrandRedirects,
} from './brand-redirects.ts';
import { checkSettingRules, type CheckPaths } from './setting-rules.ts';
import { siteSettingStores, type SiteSettingStores, type StoredSettings } from './site-setting-store.ts';

type SiteSettingContent = { siteSettings: StoredSettings; brandRedirects: BrandRedirects };

/**
 * Reads the settings that the editor has replaced, and redirects from earlier addresses of brands. An unreadable setting
 * counts as not replaced.
 */
export async function readSiteSettings(db: DatabaseHandle, rows: RowReader): Promise<SiteSettingContent> {
  const reader = rows('site_setting', (name) => [siteSettingSubject(name as SiteSetting)]);
  const { siteSettings, redirects } = siteSettingStores(db);
  return { siteSettings: await siteSettings.list(reader), brandRedirects: await redirects.list() };
}

/** Returns a site file with the settings that the editor has replaced. */
export const withStored = (file: Site, stored: StoredSettings): Site => ({
  ...file,
  ...Object.fromEntries(stored),
});

/** Creates a function that returns the current site: the same object until a setting changes. */
export function createCurrentSite(
  content: Pick<ContentCache<Pick<SiteSettingContent, 'siteSettings'>>, 'snapshot'>,
  file: Site,
): () => Site {
  const siteWith = keepLatest((stored: StoredSettings) => withStored(file, stored));
  return () => siteWith(content.snapshot().siteSettings);
}

/** What saves of settings need beyond the database. */
export type SettingContext = {
  /** Sets what the editor has not replaced. */
  file: Site;
  checkPaths: CheckPaths;
};

export type SiteSettingService = ReturnType<typeof createSiteSettingService>;

export function createSiteSettingService({
  content,
  site,
  settings,
}: {
  content: ContentCache<SiteSettingContent>;
  site: () => Site;
  settings: SettingContext;
}) {
  const { file } = settings;
  const stored = () => content.snapshot().siteSettings;
  return {
    /** Returns the current site, which is the same object until a setting changes. Keep what is derived from it. */
    current: site,
    list: (): SiteSettings => valuesOf(file, stored()),
    /** Lists the keys of the site file that the editor has replaced. */
    replaced: (): SiteSetting[] => [...stored().keys()],
    /** Returns the path to which an earlier path of a seed brand leads. */
    findRedirect: (path: string): string | undefined =>
      findBrandRedirect(content.snapshot().brandRedirects, site(), path),
    save: (author: Author, { baseVersion, ...save }: SiteSettingsSave & Based) =>
      content.write((db) =>
        saveSiteSettings(siteSettingStores(db), author, {
          ...settings,
          changes: toChanges(save, file),
          baseVersion,
        }),
      ),
  };
}

type Changes = ReadonlyMap<SiteSetting, SettingValue>;

const valueOf = (name: SiteSetting, file: Site, stored: StoredSettings): SettingValue =>
  stored.has(name) ? { value: stored.get(name), source: 'editor' } : { value: file[name], source: 'file' };

function valuesOf(file: Site, stored: StoredSettings, names: Iterable<SiteSetting> = SITE_SETTINGS) {
  return Object.fromEntries([...names].map((name) => [name, valueOf(name, file, stored)])) as SiteSettings;
}

/** Validates each value. Throws ValidationError with all issues. */
export function toChanges({ values = {}, fromFile = [] }: SiteSettingsSave, file: Site): Changes {
  const changes = new Map<SiteSetting, SettingValue>();
  const issues: Issue[] = [];
  for (const [name, sent] of Object.entries(values)) {
    if (!isSiteSetting(name)) {
      const message = `${name} isn't a setting that the editor can change.`;
      issues.push({ path: pathOf(`/${name}`), message });
      continue;
    }
    const { value, issues: found } = checkSetting(name, sent);
    issues.push(
      ...found.map(({ path, key, problem, fix }) => ({
        path: pathOf(path),
        message: `${key} ${problem}. ${fix}`,
      })),
    );
    changes.set(name, { value, source: 'editor' });
  }
  if (issues.length > 0) throw invalid(issues);
  for (const name of fromFile) changes.set(name, { value: file[name], source: 'file' });
  return changes;
}

const pathOf = (path: string) => `/values${path}`;

const invalid = (issues: readonly Issue[]) =>
  new ValidationError('invalid', issues[0]?.message ?? '', issues);

/**
 * Saves settings in the caller's transaction, merged with the changes since `baseVersion`, and logs each one that changes.
 * Throws ValidationError for a value that breaks a rule, and ConflictError if someone else has changed the same.
 */
export async function saveSiteSettings(
  stores: SiteSettingStores,
  author: Author,
  { changes, file, checkPaths, baseVersion }: { changes: Changes } & SettingContext & Based,
): Promise<SavedSiteSettings> {
  const before = await stores.siteSettings.list();
  const current = valuesOf(file, before, changes.keys());
  const changed: [SiteSetting, SettingValue][] = [];
  const included: Included[] = [];
  for (const [name, sent] of changes) {
    if (isSame(valueOf(name, file, before), sent)) continue;
    const since = await findStepsSince(stores.changeLog, {
      subject: siteSettingSubject(name),
      baseVersion,
      current,
    });
    const next = since ? mergeSince(name, { sent, theirs: valueOf(name, file, before), since }) : sent;
    included.push(...(since?.included.included ?? []));
    if (!isSame(valueOf(name, file, before), next)) changed.push([name, next]);
  }
  const after = new Map(before);
  for (const [name, { value, source }] of changed) {
    if (source === 'file') after.delete(name);
    else after.set(name, value);
  }
  const saved = changed.flatMap(([name, { source }]) => (source === 'editor' ? name : []));
  const { seedBrands: oldBrands } = withStored(file, before);
  const site = withStored(file, after);
  const { seedBrands: brands } = site;
  const issues = [
    ...checkSettingRules(site, saved, checkPaths),
    ...checkEarlierAddresses(await stores.redirects.list(), oldBrands, brands),
  ];
  if (issues.length > 0) throw invalid(issues.map((issue) => ({ ...issue, path: pathOf(issue.path) })));
  for (const [name, next] of changed) {
    if (next.source === 'file') await stores.siteSettings.remove(name);
    else await stores.siteSettings.save(name, next.value);
    const subject = siteSettingSubject(name);
    await stores.changeLog.append({ author, subject, before: valueOf(name, file, before), after: next });
  }
  await saveBrandRedirects(stores.redirects, oldBrands, brands);
  return {
    content: valuesOf(file, after, changes.keys()),
    version: await stores.changeLog.version(),
    changed: changed.length > 0,
    ...(included.length > 0 && { included }),
  };
}

/** Returns a value with the changes of others since its base version. Throws ConflictError if they do not fit together. */
function mergeSince(
  name: SiteSetting,
  { sent, theirs, since }: { sent: SettingValue; theirs: SettingValue; since: Since },
): SettingValue {
  const base = since.steps.at(-1)?.before as SettingValue | undefined;
  const { value, isConflict } = mergeSetting(name, {
    base: base?.value,
    mine: sent.value,
    theirs: theirs.value,
  });
  const isValid = sent.source === 'editor' && checkSetting(name, value).issues.length === 0;
  if (isConflict || !isValid) since.refuse();
  return isValid ? { value, source: 'editor' } : sent;
}

/** A value that is already current is not saved. */
const isSame = (before: SettingValue, next: SettingValue): boolean =>
  next.source === 'file' ? before.source === 'file' : isDeepStrictEqual(before.value, next.value);

/** Gives a setting the value that it had before a change, in the caller's transaction. Throws like `saveSiteSettings`. */
export async function undoSiteSetting(
  stores: SiteSettingStores,
  author: Author,
  { name, before, ...context }: { name: string; before: SettingValue } & SettingContext & Based,
): Promise<void> {
  const { value, source } = before;
  // The site file may have another value by now.
  const { file } = context;
  const isFromFile = source === 'file' && isSiteSetting(name) && isDeepStrictEqual(value, file[name]);
  const changes = isFromFile
    ? toChanges({ fromFile: [name] }, file)
    : toChanges({ values: { [name]: value } }, file);
  await saveSiteSettings(stores, author, { ...context, changes });
}
