import assert from 'node:assert/strict';
import { resolve } from 'node:path';
import { test } from 'node:test';
import { readConfig, type Config } from './config.ts';
import { withoutPassword } from './show-value.ts';

const DEFAULTS: Config = {
  port: 3000,
  host: '127.0.0.1',
  dataDir: resolve('data'),
  siteFile: resolve('site.json'),
  databaseUrl: undefined,
  databaseDirectUrl: undefined,
  databasePool: 5,
  databaseSchema: undefined,
  seedContent: 'demo',
  firstAdmin: { username: undefined, password: undefined },
  trustProxy: [],
  connectionLimits: { total: 1000, perNetwork: 200 },
  metrics: undefined,
  drainSeconds: 1,
  deletedImageDays: 30,
  hstsSubdomains: false,
  isImageSandboxRequired: false,
  objectStorage: undefined,
  barchart: undefined,
  smtpUrl: undefined,
};

const S3 = {
  S3_ENDPOINT: 'https://s3.example.com',
  S3_PUBLIC_URL: 'https://files.example.com:8443/store',
  S3_REGION: 'us-east-1',
  S3_BUCKET: 'hickory-bend',
  S3_ACCESS_KEY_ID: 'AKIA/1',
  S3_SECRET_ACCESS_KEY: 'secret+/=',
};

test('uses defaults for missing and for empty variables', () => {
  assert.deepEqual(readConfig({}), { value: DEFAULTS, issues: [] });
  const variables = [...GOOD.map(([name]) => name), ...Object.keys(S3)];
  const empty = Object.fromEntries(variables.map((name) => [name, '']));
  assert.deepEqual(readConfig(empty), { value: DEFAULTS, issues: [] });
});

const GOOD: readonly [name: string, value: string, expected: Partial<Config>][] = [
  ['PORT', '0', { port: 0 }],
  ['PORT', '65535', { port: 65_535 }],
  ['PORT', '080', { port: 80 }],
  ['HOST', '0.0.0.0', { host: '0.0.0.0' }],
  ['HOST', '::', { host: '::' }],
  ['HOST', 'localhost', { host: 'localhost' }],
  ['HOST', 'scale-house.example.com', { host: 'scale-house.example.com' }],
  ['DATA_DIR', '/srv/site data', { dataDir: resolve('/srv/site data') }],
  ['DATA_DIR', 'elsewhere', { dataDir: resolve('elsewhere') }],
  ['SITE_FILE', 'coop.json', { siteFile: resolve('coop.json') }],
  ['DATABASE_URL', 'postgres://h/site', { databaseUrl: 'postgres://h/site' }],
  ['DATABASE_URL', 'postgresql://u:p%40@[::1]:5433/s', { databaseUrl: 'postgresql://u:p%40@[::1]:5433/s' }],
  ['DATABASE_DIRECT_URL', 'postgres://h/site', { databaseDirectUrl: 'postgres://h/site' }],
  ['DATABASE_POOL', '1', { databasePool: 1 }],
  ['DATABASE_POOL', '100', { databasePool: 100 }],
  ['DELETED_IMAGE_DAYS', '1', { deletedImageDays: 1 }],
  ['DELETED_IMAGE_DAYS', '3650', { deletedImageDays: 3650 }],
  ['DATABASE_SCHEMA', 'north_2', { databaseSchema: 'north_2' }],
  // Without object storage there is no prefix.
  ['S3_PREFIX', 'north', { objectStorage: undefined }],
  ['SEED_CONTENT', 'none', { seedContent: 'none' }],
  ['SEED_CONTENT', 'demo', { seedContent: 'demo' }],
  ['ADMIN_USERNAME', 'Åsa Öst', { firstAdmin: { username: 'Åsa Öst', password: undefined } }],
  ['ADMIN_PASSWORD', 'x'.repeat(12), { firstAdmin: { username: undefined, password: 'x'.repeat(12) } }],
  ['ADMIN_PASSWORD', ' '.repeat(128), { firstAdmin: { username: undefined, password: ' '.repeat(128) } }],
  [
    'BARCHART_API_KEY',
    'abc123',
    { barchart: { url: 'https://ondemand.websol.barchart.com', apiKey: 'abc123' } },
  ],
  // Without an API key there is no feed.
  ['BARCHART_URL', 'http://127.0.0.1:8080/', { barchart: undefined }],
  [
    'SMTP_URL',
    'smtp://u%40x:p%2Fw@127.0.0.1:25/?from=office@coop.example',
    { smtpUrl: 'smtp://u%40x:p%2Fw@127.0.0.1:25/?from=office@coop.example' },
  ],
  ['DRAIN_SECONDS', '0', { drainSeconds: 0 }],
  ['DRAIN_SECONDS', '60', { drainSeconds: 60 }],
  ['MAX_CONNECTIONS', '1', { connectionLimits: { total: 1, perNetwork: 200 } }],
  ['MAX_CONNECTIONS_PER_ADDRESS', '65535', { connectionLimits: { total: 1000, perNetwork: 65_535 } }],
  ['HSTS_SUBDOMAINS', 'include', { hstsSubdomains: true }],
  ['IMAGE_SANDBOX', 'required', { isImageSandboxRequired: true }],
  ['METRICS_PORT', '9464', { metrics: { host: '127.0.0.1', port: 9464 } }],
  ['TRUST_PROXY', 'loopback', { trustProxy: ['loopback'] }],
  ['TRUST_PROXY', '10.0.0.1, 192.168.0.0/16 ,::1', { trustProxy: ['10.0.0.1', '192.168.0.0/16', '::1'] }],
];

for (const [name, value, expected] of GOOD) {
  test(`accepts ${name} ${JSON.stringify(value).slice(0, 60)}`, () => {
    assert.deepEqual(readConfig({ [name]: value }), { value: { ...DEFAULTS, ...expected }, issues: [] });
  });
}

const BAD: Readonly<Record<string, readonly string[]>> = {
  PORT: ['x', '-1', '65536', '3000.5', '1e3', ' 3000', '3000 ', '0x50', '123456'],
  HOST: ['1.2.3', '256.1.1.1', '999', 'a b', '-a', 'a..b', 'http://a', 'a:80', 'a'.repeat(254)],
  DATABASE_URL: [
    'mysql://h/site',
    'h/site',
    'postgres:',
    'postgres://h',
    'postgres://h/',
    'postgres://h:x/site',
  ],
  DATABASE_DIRECT_URL: ['mysql://h/site', 'postgres://h'],
  DATABASE_POOL: ['0', '101', '1.5', 'many'],
  DATABASE_SCHEMA: ['North', 'pg_north', '2north', 'north-2', 'n'.repeat(41), 'n";'],
  SEED_CONTENT: ['None', 'yes', 'demo '],
  ADMIN_USERNAME: [' ', ' Dana', 'Dana ', 'Da\nna', 'Da\u0000na', 'x'.repeat(101)],
  ADMIN_PASSWORD: ['x'.repeat(11), 'x'.repeat(129)],
  BARCHART_API_KEY: ['abc 123', 'abc\n', 'x'.repeat(201)],
  SMTP_URL: [
    'smtp.example.com?from=office@coop.example',
    'smtps://smtp.example.com',
    'https://smtp.example.com?from=office@coop.example',
    'smtps://smtp.example.com?from=office',
  ],
  BARCHART_URL: ['barchart.com', 'ftp://barchart.com', 'https://barchart.com/?apikey=abc'],
  MAX_CONNECTIONS: ['0', '-1', '65536', '1e3', 'many'],
  METRICS_PORT: ['65536', 'on'],
  METRICS_HOST: ['1.2.3', 'a b'],
  DRAIN_SECONDS: ['61', '-1', '1.5', 'soon'],
  DELETED_IMAGE_DAYS: ['0', '3651', '-1', '1.5', '030', 'forever'],
  MAX_CONNECTIONS_PER_ADDRESS: ['0', '10.5'],
  HSTS_SUBDOMAINS: ['yes', 'true', 'INCLUDE'],
  IMAGE_SANDBOX: ['yes', 'off', 'REQUIRED'],
  TRUST_PROXY: ['yes', '10.0.0.1,', '10.0.0.0/33', 'proxy.example.com'],
};

test('rejects a setting that no longer exists, and says what to do instead', () => {
  const { value, issues } = readConfig({ WORKERS: '2' });
  assert.equal(value, undefined);
  assert.equal(issues[0]?.key, 'WORKERS');
  assert.match(issues[0].fix, /^Remove it\./);
});

for (const [name, values] of Object.entries(BAD)) {
  for (const value of values) {
    test(`rejects ${name} ${JSON.stringify(value).slice(0, 60)}`, () => {
      const { value: config, issues } = readConfig({ [name]: value });
      assert.equal(config, undefined);
      const keies = issues.map(({ key }) => key);
      assert.deepEqual(keies, [name]);
      const [issue] = issues;
      assert.ok(issue?.problem);
      assert.ok(issue.fix);
      assert.doesNotMatch(issue.problem, /\n/);
    });
  }
}

test('reports all validation errors together', () => {
  const environment = Object.fromEntries(Object.entries(BAD).map(([name, [value]]) => [name, value]));
  const { issues } = readConfig({ ...environment, ...S3, S3_ENDPOINT: 's3.example.com' });
  assert.deepEqual(issues.map(({ key }) => key).sort(), [...Object.keys(BAD), 'S3_ENDPOINT'].sort());
});

test('reports an invalid password by its length only', () => {
  const text = JSON.stringify(readConfig({ ADMIN_PASSWORD: 'secret' }));
  assert.match(text, /is 6 characters long/);
  assert.doesNotMatch(text, /"[^"]*\bsecret\b/);
});

test('hides an invalid API key and URL of futures prices, and accepts another URL', () => {
  const { issues } = readConfig({ BARCHART_API_KEY: 'hush hush', BARCHART_URL: 'https://a.example/?hush' });
  assert.equal(issues.length, 2);
  assert.doesNotMatch(JSON.stringify(issues), /hush/);
  const { value } = readConfig({ BARCHART_API_KEY: 'k', BARCHART_URL: 'https://a.example/path/' });
  assert.deepEqual(value?.barchart, { url: 'https://a.example/path', apiKey: 'k' });
});

test('requires all object storage settings together', () => {
  assert.deepEqual(readConfig(S3), {
    value: {
      ...DEFAULTS,
      objectStorage: {
        endpoint: 'https://s3.example.com',
        publicUrl: 'https://files.example.com:8443/store',
        region: 'us-east-1',
        bucket: 'hickory-bend',
        prefix: '',
        accessKeyId: 'AKIA/1',
        secretAccessKey: 'secret+/=',
      },
    },
    issues: [],
  });
  for (const key of Object.keys(S3)) {
    for (const missing of [undefined, '']) {
      const { value, issues } = readConfig({ ...S3, [key]: missing });
      assert.equal(value, undefined);
      const found = issues.map((issue) => [issue.key, issue.problem]);
      assert.deepEqual(found, [[key, 'is missing']]);
    }
  }
  assert.equal(readConfig({ ...S3, S3_PREFIX: 'north-2' }).value?.objectStorage?.prefix, 'north-2/');
  for (const wrong of ['a/b', '/', 'a b', 'x'.repeat(65)]) {
    assert.equal(readConfig({ ...S3, S3_PREFIX: wrong }).issues[0]?.key, 'S3_PREFIX');
  }
  const { issues } = readConfig({ S3_SECRET_ACCESS_KEY: 'secret' });
  assert.equal(issues.length, 5);
  assert.doesNotMatch(JSON.stringify(issues), /"secret"/);
});

const BAD_STORAGE: Readonly<Record<keyof typeof S3, readonly string[]>> = {
  S3_ENDPOINT: ['s3.example.com', 'ftp://s3.example.com', 'https://', 'https://key:hush@s3.example.com'],
  S3_PUBLIC_URL: ['/store', 'https://a b', 'https://s3.example.com/?token=hush', 'https://s3.example.com/#a'],
  S3_REGION: ['us east', 'x'.repeat(65)],
  S3_BUCKET: ['ab', 'Uploads', 'a/b', '-ab', 'a_b', 'x'.repeat(64)],
  S3_ACCESS_KEY_ID: ['hush hush', 'hush\n', 'hush'.repeat(51)],
  S3_SECRET_ACCESS_KEY: ['hush hush', 'hush\u00e4'],
};

test('reports an invalid object storage setting by its name, without secrets', () => {
  for (const [key, values] of Object.entries(BAD_STORAGE)) {
    for (const value of values) {
      const { value: config, issues } = readConfig({ ...S3, [key]: value });
      assert.equal(config, undefined, `${key} ${value}`);
      const listed = issues.map((issue) => issue.key);
      assert.deepEqual(listed, [key]);
      assert.doesNotMatch(JSON.stringify(issues), /hush/);
    }
  }
});

const ADDRESSES: readonly [address: string, shown: string][] = [
  ['postgres://user:secret@db.example.com:5432/site', '"postgres://user:…@db.example.com:5432/site"'],
  ['postgres://user:secret@[::1]/site', '"postgres://user:…@[::1]/site"'],
  ['postgres://user@db/site', '"postgres://user@db/site"'],
  ['postgres://db/site', '"postgres://db/site"'],
  ['postgres://db/site?sslmode=require&password=secret', '"postgres://db/site?…"'],
  ['mysql://user:secret@db/site', '"mysql://user:…@db/site"'],
];

for (const [address, shown] of ADDRESSES) {
  test(`shows ${address} as ${shown}`, () => assert.equal(withoutPassword(address), shown));
}

const HIDING: readonly string[] = [
  'postgres://user:se/cret@db/site',
  'postgres://user:p@secret@db/site',
  'postgres://user:p@h/secret@db/site',
  'postgres://user:12#secret@db/site',
  'postgres://user:12?secret@db/site',
  'postgres:user:secret@db/site',
  'postgres//user:secret@db/site',
  'user:secret@db/site',
  ' postgres://user:secret@db:x/site',
  'secret',
];

for (const address of HIDING) {
  test(`hides the password in ${address}`, () => {
    assert.doesNotMatch(withoutPassword(address), /secret|cret/);
    const text = JSON.stringify(readConfig({ DATABASE_URL: address }).issues);
    assert.doesNotMatch(text, /secret|cret/);
  });
}
