import { resolve } from 'node:path';
import { isUsername, PASSWORD_LENGTH, PASSWORD_RULE, USERNAME_RULE } from '#contract/account-limits.ts';
import { DELETED_IMAGE_DAYS } from '#contract/images.ts';
import {
  isHost,
  isKey,
  isPostgresUrl,
  isProxyList,
  isSmtpUrl,
  isWebAddress,
  proxiesIn,
} from './valid-values.ts';
import { characters, quote, withoutPassword } from './show-value.ts';
import { wrongValue, type Validated, type ConfigIssue } from '../start-error.ts';

export type Config = ReturnType<typeof readVariables>;

/** Maximum numbers of connections: in total, and from one IPv4 address or IPv6 /64 network. */
export type ConnectionLimits = Readonly<{ total: number; perNetwork: number }>;

export const CONNECTION_LIMITS: ConnectionLimits = { total: 1000, perNetwork: 200 };

export type Barchart = Readonly<{ url: string; apiKey: string }>;

export type ObjectStorage = Readonly<{
  /** URL of the object storage for this server; `publicUrl` is its URL for browsers. */
  endpoint: string;
  publicUrl: string;
  region: string;
  bucket: string;
  /** Start of all keys, with the final slash, or ''. */
  prefix: string;
  accessKeyId: string;
  secretAccessKey: string;
}>;

/** Settings that no longer exist, and what to do instead. */
const REMOVED: Readonly<Record<string, string>> = {
  HISTORY_DAYS: 'Remove it. The history is kept as a whole.',
  WORKERS: 'Remove it. For more than one process, run several servers on PostgreSQL: see docs/operating.md.',
};

/** Reads all variables, and returns all validation errors together. An empty variable counts as unset. */
export function readConfig(environment: NodeJS.ProcessEnv): Validated<Config> {
  const issues: ConfigIssue[] = [];

  /** Returns a variable. Records an error and returns undefined for an invalid one. */
  function text(...[key, wanted, isValid, show = quote]: Variable): string | undefined {
    const value = environment[key];
    if (!value || isValid(value)) return value || undefined;
    issues.push(wrongValue(key, show(value), wanted));
    return undefined;
  }

  function number(key: string, [min, max]: readonly [number, number], unit = ''): number | undefined {
    const digits = min === 0 ? /^\d{1,5}$/ : /^[1-9]\d{0,4}$/;
    const isValid = (value: string) => digits.test(value) && Number(value) >= min && Number(value) <= max;
    const value = text(key, `a whole number${unit} from ${min} to ${max}`, isValid);
    return value === undefined ? undefined : Number(value);
  }

  const config = readVariables(environment, { text, number, issues });
  for (const [key, fix] of Object.entries(REMOVED)) {
    if (environment[key]) issues.push({ key, problem: 'is no longer a setting', fix });
  }
  return issues.length === 0 ? { value: config, issues: [] } : { value: undefined, issues };
}

/** Name of a variable, what its value must be, the check of that, and how an invalid value is shown. */
type Variable = readonly [
  key: string,
  wanted: string,
  isValid: (value: string) => boolean,
  show?: (value: string) => string,
];
type ReadText = (...variable: Variable) => string | undefined;
type ReadNumber = (key: string, range: readonly [number, number], unit?: string) => number | undefined;

function readVariables(
  environment: NodeJS.ProcessEnv,
  { text, number, issues }: { text: ReadText; number: ReadNumber; issues: ConfigIssue[] },
) {
  return Object.freeze({
    port: number('PORT', PORTS) ?? 3000,
    host: text('HOST', HOST, isHost) ?? '127.0.0.1',
    /** Absolute path of the folder that holds the embedded database, uploads and generated secrets. */
    dataDir: resolve(environment['DATA_DIR'] || 'data'),
    siteFile: resolve(environment['SITE_FILE'] || 'site.json'),
    /** A postgres:// URL, or undefined for the embedded database. */
    databaseUrl: text(
      'DATABASE_URL',
      'an address such as postgres://user:password@host:5432/database',
      isPostgresUrl,
      withoutPassword,
    ),
    /** URL of the same database that bypasses a connection pooler. */
    databaseDirectUrl: text(
      'DATABASE_DIRECT_URL',
      'the address of the database without the pooler, such as postgres://user:password@host:5432/database',
      isPostgresUrl,
      withoutPassword,
    ),
    /** Maximum number of database connections for reads of requests. */
    databasePool: number('DATABASE_POOL', [1, 100]) ?? 5,
    /** PostgreSQL schema of the tables; undefined for the role's own. */
    databaseSchema: text(
      'DATABASE_SCHEMA',
      'up to 40 lowercase letters, digits, or underscores, starting with a letter, but not with pg_',
      (value) => /^(?!pg_)[a-z][a-z0-9_]{0,39}$/.test(value),
    ),
    seedContent:
      text('SEED_CONTENT', 'none, or unset to start with demo content', (value) =>
        ['none', 'demo'].includes(value),
      ) === 'none'
        ? 'none'
        : 'demo',
    firstAdmin: {
      username: text('ADMIN_USERNAME', USERNAME_RULE, isUsername),
      password: text(
        'ADMIN_PASSWORD',
        PASSWORD_RULE,
        ({ length }) => length >= PASSWORD_LENGTH.min && length <= PASSWORD_LENGTH.max,
        lengthOf,
      ),
    },
    /** Addresses of the proxies in front of the server; empty if there are none. */
    trustProxy: proxiesIn(
      text(
        'TRUST_PROXY',
        'proxy addresses separated by commas, such as 10.0.0.1, 192.168.0.0/16, or loopback',
        isProxyList,
      ),
    ),
    connectionLimits: Object.freeze({
      total: number('MAX_CONNECTIONS', CONNECTION_COUNTS) ?? CONNECTION_LIMITS.total,
      perNetwork: number('MAX_CONNECTIONS_PER_ADDRESS', CONNECTION_COUNTS) ?? CONNECTION_LIMITS.perNetwork,
    }),
    /** Address for metrics; undefined if they are off. */
    metrics: readMetrics(text, number),
    /** Time to keep serving after the signal to stop. */
    drainSeconds: number('DRAIN_SECONDS', [0, 60]) ?? 1,
    /** Days for which deleted and replaced images can be restored. */
    deletedImageDays: number('DELETED_IMAGE_DAYS', [1, 3650], ' of days') ?? DELETED_IMAGE_DAYS,
    /** True if browsers must use HTTPS for all subdomains of the website's address, too. */
    hstsSubdomains:
      text(
        'HSTS_SUBDOMAINS',
        'include, or unset to cover only the website itself',
        (value) => value === 'include',
      ) !== undefined,
    /** True if images must not be decoded without bubblewrap. */
    isImageSandboxRequired:
      text(
        'IMAGE_SANDBOX',
        'required, or unset to decode images with the best protection that the system has',
        (value) => value === 'required',
      ) !== undefined,
    /** Bucket for files; undefined if they are in the data folder. */
    objectStorage: readObjectStorage(text, environment, issues),
    barchart: readBarchart(text),
    /** URL of the server that sends email, with the sender; undefined to send none. */
    smtpUrl: text(
      'SMTP_URL',
      'a mail server and a sender, such as smtps://user:password@smtp.example.com?from=office@example.com',
      isSmtpUrl,
      lengthOf,
    ),
  });
}

function readMetrics(text: ReadText, number: ReadNumber) {
  const port = number('METRICS_PORT', PORTS);
  const host = text('METRICS_HOST', HOST, isHost) ?? '127.0.0.1';
  return port === undefined ? undefined : Object.freeze({ host, port });
}

/** Requires all settings of object storage or none. */
function readObjectStorage(
  text: ReadText,
  environment: NodeJS.ProcessEnv,
  issues: ConfigIssue[],
): ObjectStorage | undefined {
  const variables = Object.entries(OBJECT_STORAGE);
  const missing = variables.filter(([, [key]]) => !environment[key]);
  if (missing.length === variables.length) return undefined;
  for (const [, [key, wanted]] of missing) {
    issues.push(wrongValue(key, undefined, `${wanted}. Set all six S3_ settings, or none`));
  }
  const texts = Object.fromEntries(variables.map(([name, variable]) => [name, text(...variable) ?? '']));
  const folder = text(
    'S3_PREFIX',
    'a folder name of up to 64 letters, digits, hyphens, or underscores',
    (value) => /^[A-Za-z0-9_-]{1,64}$/.test(value),
  );
  const prefix = folder === undefined ? '' : `${folder}/`;
  return Object.freeze({ ...(texts as Record<keyof typeof OBJECT_STORAGE, string>), prefix });
}

function readBarchart(text: ReadText): Barchart | undefined {
  const wanted = 'your Barchart getQuote API key, up to 200 characters with no spaces';
  const apiKey = text('BARCHART_API_KEY', wanted, isKey, lengthOf);
  const url = text(
    'BARCHART_URL',
    'the Barchart API address, such as https://ondemand.websol.barchart.com',
    isWebAddress,
    withoutPassword,
  );
  if (apiKey === undefined) return undefined;
  return Object.freeze({ url: (url ?? 'https://ondemand.websol.barchart.com').replace(/\/$/, ''), apiKey });
}

const PORTS = [0, 65_535] as const;
const CONNECTION_COUNTS = [1, 65_535] as const;
const HOST = 'an IP address or a host name';

const lengthOf = (text: string) => `${characters(text)} long`;

const OBJECT_STORAGE: Readonly<Record<Exclude<keyof ObjectStorage, 'prefix'>, Variable>> = {
  endpoint: [
    'S3_ENDPOINT',
    "your storage provider's address, such as https://s3.example.com",
    isWebAddress,
    withoutPassword,
  ],
  publicUrl: [
    'S3_PUBLIC_URL',
    'the address browsers use for storage, such as https://s3.example.com (usually the same as S3_ENDPOINT)',
    isWebAddress,
    withoutPassword,
  ],
  region: [
    'S3_REGION',
    'the region of the bucket, such as us-east-1',
    (text) => /^[A-Za-z0-9-]{1,64}$/.test(text),
  ],
  bucket: [
    'S3_BUCKET',
    'the name of a bucket: 3 to 63 lowercase letters, digits, periods, or hyphens, with a letter or digit at both ends',
    (text) => /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(text),
  ],
  accessKeyId: [
    'S3_ACCESS_KEY_ID',
    'your access key ID, up to 200 characters with no spaces',
    isKey,
    lengthOf,
  ],
  secretAccessKey: [
    'S3_SECRET_ACCESS_KEY',
    'your secret access key, up to 200 characters with no spaces',
    isKey,
    lengthOf,
  ],
};
