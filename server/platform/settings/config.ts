import { resolve } from 'node:path';
import { isUsername, PASSWORD_LENGTH, PASSWORD_RULE, USERNAME_RULE } from '#contract/account-limits.ts';
import { DELETED_IMAGE_DAYS } from '#contract/images.ts';
import { isKey, isWebAddress, parseHost, parsePostgresUrl, parseProxies } from './parse-value.ts';
import { characters, quote, withoutPassword } from './show-value.ts';
import { wrongValue, type Validated, type ConfigIssue } from '../start-error.ts';

export type Config = Readonly<{
  port: number;
  host: string;
  /** Absolute path of the folder that holds the embedded database, uploads and generated secrets. */
  dataDir: string;
  siteFile: string;
  /** A postgres:// URL, or undefined for the embedded database. */
  databaseUrl: string | undefined;
  /** URL of the same database that bypasses a connection pooler. */
  databaseDirectUrl: string | undefined;
  /** Maximum number of database connections for reads of requests. */
  databasePool: number;
  /** PostgreSQL schema of the tables; undefined for the role's own. */
  databaseSchema: string | undefined;
  seedContent: 'demo' | 'none';
  firstAdmin: Readonly<{ username: string | undefined; password: string | undefined }>;
  /** Addresses of the proxies in front of the server; empty if there are none. */
  trustProxy: readonly string[];
  connectionLimits: ConnectionLimits;
  /** Address for metrics; undefined if they are off. */
  metrics: Readonly<{ host: string; port: number }> | undefined;
  /** Time to keep serving after the signal to stop. */
  drainSeconds: number;
  /** Days for which deleted and replaced images can be restored. */
  deletedImageDays: number;
  /** True if browsers must use HTTPS for all subdomains of the website's address, too. */
  hstsSubdomains: boolean;
  /** Bucket for files; undefined if they are in the data folder. */
  objectStorage: ObjectStorage | undefined;
  barchart: Barchart | undefined;
}>;

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
  const reader = createReader(environment, issues);
  const { read, readNumber, readText } = reader;
  const config: Config = {
    port: readNumber('PORT', 3000, PORTS),
    host: read('HOST', '127.0.0.1', HOST, parseHost),
    dataDir: resolve(environment['DATA_DIR'] || 'data'),
    siteFile: resolve(environment['SITE_FILE'] || 'site.json'),
    databaseUrl: readText(
      'DATABASE_URL',
      'an address such as postgres://user:password@host:5432/database',
      parsePostgresUrl,
      withoutPassword,
    ),
    databaseDirectUrl: readText(
      'DATABASE_DIRECT_URL',
      'the address of the database without the pooler, such as postgres://user:password@host:5432/database',
      parsePostgresUrl,
      withoutPassword,
    ),
    databasePool: readNumber('DATABASE_POOL', 5, [1, 100]),
    databaseSchema: readText(
      'DATABASE_SCHEMA',
      'up to 40 lowercase letters, digits, or underscores, starting with a letter, but not with pg_',
      (text) => (/^(?!pg_)[a-z][a-z0-9_]{0,39}$/.test(text) ? text : undefined),
    ),
    seedContent: read<'demo' | 'none'>(
      'SEED_CONTENT',
      'demo',
      'none, or unset to start with demo content',
      (text) => (text === 'none' || text === 'demo' ? text : undefined),
    ),
    firstAdmin: {
      username: readText('ADMIN_USERNAME', USERNAME_RULE, (text) => (isUsername(text) ? text : undefined)),
      password: readText(
        'ADMIN_PASSWORD',
        PASSWORD_RULE,
        (text) =>
          text.length >= PASSWORD_LENGTH.min && text.length <= PASSWORD_LENGTH.max ? text : undefined,
        lengthOf,
      ),
    },
    trustProxy: read<readonly string[]>(
      'TRUST_PROXY',
      [],
      'proxy addresses separated by commas, such as 10.0.0.1, 192.168.0.0/16, or loopback',
      parseProxies,
    ),
    connectionLimits: Object.freeze({
      total: readNumber('MAX_CONNECTIONS', CONNECTION_LIMITS.total, CONNECTION_COUNTS),
      perNetwork: readNumber('MAX_CONNECTIONS_PER_ADDRESS', CONNECTION_LIMITS.perNetwork, CONNECTION_COUNTS),
    }),
    metrics: readMetrics(reader),
    drainSeconds: readNumber('DRAIN_SECONDS', 1, [0, 60]),
    deletedImageDays: readNumber('DELETED_IMAGE_DAYS', DELETED_IMAGE_DAYS, [1, 3650], { unit: ' of days' }),
    hstsSubdomains: read(
      'HSTS_SUBDOMAINS',
      false,
      'include, or unset to cover only the website itself',
      (text) => (text === 'include' ? true : undefined),
    ),
    objectStorage: readObjectStorage(reader, environment, issues),
    barchart: readBarchart(reader),
  };

  for (const [key, fix] of Object.entries(REMOVED)) {
    if (environment[key]) issues.push({ key, problem: 'is no longer a setting', fix });
  }
  return issues.length === 0 ? { value: Object.freeze(config), issues: [] } : { value: undefined, issues };
}

type Reader = ReturnType<typeof createReader>;

function createReader(environment: NodeJS.ProcessEnv, issues: ConfigIssue[]) {
  /** Returns the default for an unset variable. Records an error for an invalid one. */
  function read<Value>(
    key: string,
    fallback: Value,
    wanted: string,
    check: (text: string) => Value | undefined,
    show = quote,
  ) {
    const text = environment[key];
    if (text === undefined || text === '') return fallback;
    const value = check(text);
    if (value !== undefined) return value;
    issues.push(wrongValue(key, show(text), wanted));
    return fallback;
  }

  const readNumber = <Fallback>(
    key: string,
    fallback: Fallback,
    [min, max]: readonly [number, number],
    { unit = '' } = {},
  ) =>
    read<number | Fallback>(key, fallback, `a whole number${unit} from ${min} to ${max}`, (text) => {
      const number = (min === 0 ? /^\d{1,5}$/ : /^[1-9]\d{0,4}$/).test(text) ? Number(text) : NaN;
      return number >= min && number <= max ? number : undefined;
    });

  const readText = (
    key: string,
    wanted: string,
    check: (text: string) => string | undefined,
    show?: (text: string) => string,
  ) => read<string | undefined>(key, undefined, wanted, check, show);

  return { read, readNumber, readText };
}

/** Requires all settings of object storage or none. */
function readObjectStorage(
  { read }: Reader,
  environment: NodeJS.ProcessEnv,
  issues: ConfigIssue[],
): ObjectStorage | undefined {
  const settings = Object.values(OBJECT_STORAGE);
  const isMissing = ({ key }: (typeof settings)[number]) => !environment[key];
  if (settings.every(isMissing)) return undefined;
  for (const { key, wanted } of settings.filter(isMissing)) {
    issues.push(wrongValue(key, undefined, `${wanted}. Set all six S3_ settings, or none`));
  }
  const one = (name: keyof typeof OBJECT_STORAGE) => {
    const { key, wanted, check, show } = OBJECT_STORAGE[name];
    return read(key, '', wanted, (text) => (check(text) ? text : undefined), show);
  };
  return Object.freeze({
    endpoint: one('endpoint'),
    publicUrl: one('publicUrl'),
    region: one('region'),
    bucket: one('bucket'),
    prefix: read(
      'S3_PREFIX',
      '',
      'a folder name of up to 64 letters, digits, hyphens, or underscores',
      (text) => (/^[A-Za-z0-9_-]{1,64}$/.test(text) ? `${text}/` : undefined),
    ),
    accessKeyId: one('accessKeyId'),
    secretAccessKey: one('secretAccessKey'),
  });
}

function readBarchart({ read }: Reader): Barchart | undefined {
  const wanted = 'your Barchart getQuote API key, up to 200 characters with no spaces';
  const apiKey = read('BARCHART_API_KEY', '', wanted, (text) => (isKey(text) ? text : undefined), lengthOf);
  const url = read(
    'BARCHART_URL',
    'https://ondemand.websol.barchart.com',
    'the Barchart API address, such as https://ondemand.websol.barchart.com',
    (text) => (isWebAddress(text) ? text.replace(/\/$/, '') : undefined),
    withoutPassword,
  );
  return apiKey === '' ? undefined : Object.freeze({ url, apiKey });
}

function readMetrics({ read, readNumber }: Reader): Config['metrics'] {
  const port = readNumber('METRICS_PORT', undefined, PORTS);
  const host = read('METRICS_HOST', '127.0.0.1', HOST, parseHost);
  return port === undefined ? undefined : Object.freeze({ host, port });
}

const PORTS = [0, 65_535] as const;
const CONNECTION_COUNTS = [1, 65_535] as const;
const HOST = 'an IP address or a host name';

const lengthOf = (text: string) => `${characters(text)} long`;

const WEB_ADDRESS = { check: isWebAddress, show: withoutPassword };
const KEY = { check: isKey, show: lengthOf };

const OBJECT_STORAGE = {
  endpoint: {
    key: 'S3_ENDPOINT',
    wanted: "your storage provider's address, such as https://s3.example.com",
    ...WEB_ADDRESS,
  },
  publicUrl: {
    key: 'S3_PUBLIC_URL',
    wanted:
      'the address browsers use for storage, such as https://s3.example.com (usually the same as S3_ENDPOINT)',
    ...WEB_ADDRESS,
  },
  region: {
    key: 'S3_REGION',
    wanted: 'the region of the bucket, such as us-east-1',
    check: (text: string) => /^[A-Za-z0-9-]{1,64}$/.test(text),
    show: quote,
  },
  bucket: {
    key: 'S3_BUCKET',
    wanted:
      'the name of a bucket: 3 to 63 lowercase letters, digits, periods, or hyphens, with a letter or digit at both ends',
    check: (text: string) => /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(text),
    show: quote,
  },
  accessKeyId: {
    key: 'S3_ACCESS_KEY_ID',
    wanted: 'your access key ID, up to 200 characters with no spaces',
    ...KEY,
  },
  secretAccessKey: {
    key: 'S3_SECRET_ACCESS_KEY',
    wanted: 'your secret access key, up to 200 characters with no spaces',
    ...KEY,
  },
} as const;
