import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { ErrorObject } from 'ajv';
import { Site, SITE_FORMAT } from '#contract/site.ts';
import type { SiteSetting } from '#contract/site-settings.ts';
import { pathInWords } from '#shared/site-setting-names.ts';
import { isSite } from './is-site.ts';
import { wrongValue, type Validated, type ConfigIssue } from '../start-error.ts';

/** Reads and validates the site file. Names errors by the path of their key, such as `site.json /embeds/video`. */
export function readSiteFile(path: string): Validated<Site> {
  const name = basename(path);
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    return oneIssue(
      name,
      `can't be read (${(error as NodeJS.ErrnoException).code})`,
      'Check the path, or set SITE_FILE.',
    );
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return oneIssue(
      name,
      `isn't valid JSON: ${(error as Error).message}`,
      'See site.schema.json for the format.',
    );
  }
  return checkSite(value, name);
}

/** Validates a parsed site file. `name` precedes each key in the errors. */
export function checkSite(value: unknown, name: string): Validated<Site> {
  const site = structuredClone(value);
  const { formatVersion: format } = (site ?? {}) as { formatVersion?: unknown };
  if (typeof format === 'number' && format > SITE_FORMAT) {
    return oneIssue(
      name,
      `has format ${format}, and this version of Scalehouse reads up to format ${SITE_FORMAT}`,
      'Update Scalehouse first.',
    );
  }
  if (isSite(site)) return { value: site, issues: [] };
  const issues = pathsOf(isSite.errors ?? []).map((path) =>
    explain(path === '' ? name : `${name} ${path}`, path, valueAt(site, path)),
  );
  return { value: undefined, issues };
}

/** A validation error of a setting. `path` is the JSON pointer of the value in the site file. */
export type SettingIssue = ConfigIssue & { path: string };

/** Validates the value of one key of the site file, and adds its defaults. Errors name the value in words. */
export function checkSetting<Name extends SiteSetting>(
  name: Name,
  value: unknown,
): { value: Site[Name]; issues: [] } | { value: undefined; issues: SettingIssue[] } {
  if (isNestedDeeper(value, MAX_DEPTH)) {
    const path = `/${name}`;
    const issue = { problem: 'has too many levels of values', fix: 'See site.schema.json for the format.' };
    return { value: undefined, issues: [{ path, key: pointerInWords(path), ...issue }] };
  }
  const site = { [name]: structuredClone(value) };
  // The other keys are missing, which does not matter here.
  const errors = isSite(site) ? [] : (isSite.errors ?? []);
  const issues = pathsOf(errors)
    .filter((path) => path === `/${name}` || path.startsWith(`/${name}/`))
    .map((path) => {
      const found = valueAt(site, path);
      // People have typed nothing.
      return { path, ...explain(pointerInWords(path), path, found === '' ? undefined : found) };
    });
  return issues.length > 0 ? { value: undefined, issues } : { value: site[name] as Site[Name], issues: [] };
}

/** More levels of values than any setting has. Tens of thousands would overflow the stack. */
const MAX_DEPTH = 20;
const MAX_ERRORS = 500;

const isNestedDeeper = (value: unknown, levels: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some((each) => isNestedDeeper(each, levels - 1)));

/** Names the value at a path of the site file in words, such as "Menu, entry 2, address". */
export const pointerInWords = (path: string): string =>
  pathInWords(keysOf(path) as [SiteSetting, ...string[]]);

/** Returns the text of `site.schema.json`. */
export function siteSchemaText(): string {
  return `${JSON.stringify({ $schema: 'http://json-schema.org/draft-07/schema#', title: 'Scalehouse site file', ...Site }, withoutRequiredDefaults, 2)}\n`;
}

/**
 * Returns the JSON pointer of each wrong value; for a missing or unknown key, that of the key. Compares each with all
 * others, and therefore reads only the first `MAX_ERRORS`.
 */
function pathsOf(errors: readonly ErrorObject[]): string[] {
  const paths = errors.slice(0, MAX_ERRORS).map(({ instancePath, params }) => {
    const key: unknown = params['missingProperty'] ?? params['additionalProperty'];
    return typeof key === 'string' ? `${instancePath}/${escapeKey(key)}` : instancePath;
  });
  // A value with several allowed forms matches none of them because of an error inside it, which says more.
  return [...new Set(paths)].filter((path) => !paths.some((other) => other.startsWith(`${path}/`)));
}

const escapeKey = (key: string) => key.replaceAll('~', '~0').replaceAll('/', '~1');

/** Returns the keys of a JSON pointer (RFC 6901). */
const keysOf = (path: string) =>
  path
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));

function valueAt(value: unknown, path: string): unknown {
  return keysOf(path).reduce<unknown>(
    (inner, key) =>
      typeof inner === 'object' && inner !== null && Object.hasOwn(inner, key)
        ? (inner as Record<string, unknown>)[key]
        : undefined,
    value,
  );
}

type SchemaNode = {
  description?: string;
  properties?: Record<string, SchemaNode>;
  patternProperties?: Record<string, SchemaNode>;
  items?: SchemaNode | SchemaNode[];
  anyOf?: SchemaNode[];
  required?: string[];
  default?: unknown;
};

/** Fixes for keys of earlier site files, by JSON pointer. */
const RENAMED_KEYS: Readonly<Record<string, string>> = { '/colours': 'Rename colours to colors.' };

/** Fix for any other key inside the attributes of a widget's element. */
const OTHER_ATTRIBUTE = 'Only id and data-… attributes are allowed. The class is always barchart.';

function explain(key: string, path: string, value: unknown): ConfigIssue {
  const wanted = wantedAt(path);
  if (wanted !== undefined) return wrongValue(key, show(value), wanted);
  return {
    key,
    problem: "isn't a setting",
    fix:
      RENAMED_KEYS[path] ??
      (path.includes('/attributes/') ? OTHER_ATTRIBUTE : 'Check the spelling or delete it.'),
  };
}

/** Returns the description of the value at a path, or of its closest described parent. Undefined for unknown keys. */
function wantedAt(path: string): string | undefined {
  // Treat the schema as data; TypeBox's types describe values.
  let node = Site as unknown as SchemaNode;
  let wanted = 'an object of settings';
  for (const key of keysOf(path)) {
    const child = childOf(node, key);
    if (!child) return undefined;
    node = child;
    wanted = node.description ?? wanted;
  }
  return wanted;
}

function childOf(node: SchemaNode, key: string): SchemaNode | undefined {
  const { properties, patternProperties, items, anyOf } = node;
  if (anyOf) return anyOf.map((choice) => childOf(choice, key)).find((child) => child !== undefined);
  if (properties && Object.hasOwn(properties, key)) return properties[key];
  if (items && /^\d+$/.test(key)) return Array.isArray(items) ? items[Number(key)] : items;
  return Object.entries(patternProperties ?? {}).find(([pattern]) => new RegExp(pattern).test(key))?.[1];
}

/** Removes keys with a default from `required`, because the file may omit them. */
function withoutRequiredDefaults(_key: string, value: unknown): unknown {
  const { properties, required } = (value ?? {}) as SchemaNode;
  if (!properties || !Array.isArray(required)) return value;
  return {
    ...(value as SchemaNode),
    required: required.filter((name) => properties[name]?.default === undefined),
  };
}

function show(value: unknown): string | undefined {
  if (value === undefined) return undefined;
  const text = JSON.stringify(value);
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}

function oneIssue(key: string, problem: string, fix: string): Validated<never> {
  return { value: undefined, issues: [{ key, problem, fix }] };
}
