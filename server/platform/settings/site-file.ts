import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { Ajv, type ErrorObject } from 'ajv';
import { Site } from '#contract/site.ts';
import { wrongValue, type Validated, type ConfigIssue } from '../start-error.ts';

// Use the validator of the API: TypeBox's own would load three hundred more modules.
const validator = new Ajv({
  allErrors: true,
  useDefaults: true,
  formats: { address: isAddress, 'time-zone': isTimeZone },
});
const isSite = validator.compile<Site>(Site);

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
  if (isSite(site)) return { value: site, issues: [] };
  const issues = new Map<string, ConfigIssue>();
  for (const path of wrongPaths(isSite.errors ?? [])) {
    const key = path === '' ? name : `${name} ${path}`;
    issues.set(key, explain(key, path, valueAt(site, path)));
  }
  return { value: undefined, issues: [...issues.values()] };
}

/** Returns the text of `site.schema.json`. */
export function siteSchemaText(): string {
  return `${JSON.stringify({ $schema: 'http://json-schema.org/draft-07/schema#', title: 'Scalehouse site file', ...Site }, withoutRequiredDefaults, 2)}\n`;
}

/** Returns the JSON pointer of each error; for a missing or unknown key, that of the key. */
function wrongPaths(errors: readonly ErrorObject[]): string[] {
  return errors.map(({ instancePath, params }) => {
    const key: unknown = params['missingProperty'] ?? params['additionalProperty'];
    return typeof key === 'string' ? `${instancePath}/${escapeKey(key)}` : instancePath;
  });
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

function explain(key: string, path: string, value: unknown): ConfigIssue {
  const wanted = wantedAt(path);
  if (wanted !== undefined) return wrongValue(key, show(value), wanted);
  return {
    key,
    problem: "isn't a setting",
    fix: RENAMED_KEYS[path] ?? 'Check the spelling or delete it.',
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

/** Validates a URL beyond the schema's pattern, which allows ports of six digits and invalid hosts. */
function isAddress(text: string): boolean {
  return text.startsWith('/') || URL.canParse(text.replaceAll(/[{}*]/g, ''));
}

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
