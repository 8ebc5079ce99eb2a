import assert from 'node:assert/strict';
import { resolve } from 'node:path';
import { test } from 'node:test';
import { readConfig, withoutPassword, type Config } from './config.ts';

const DEFAULTS: Config = {
  port: 3000,
  host: '127.0.0.1',
  dataDir: resolve('data'),
  siteFile: resolve('site.json'),
  databaseUrl: undefined,
  seedContent: 'demo',
  firstAdmin: { username: undefined, password: undefined },
  trustProxy: [],
};

const VARIABLES = [
  'PORT',
  'HOST',
  'DATA_DIR',
  'SITE_FILE',
  'DATABASE_URL',
  'SEED_CONTENT',
  'ADMIN_USERNAME',
  'ADMIN_PASSWORD',
  'TRUST_PROXY',
  'S3_BUCKET',
];

test('Nothing needs to be set, and an empty variable counts as not set', () => {
  assert.deepEqual(readConfig({}), { value: DEFAULTS, mistakes: [] });
  const empty = Object.fromEntries(VARIABLES.map((name) => [name, '']));
  assert.deepEqual(readConfig(empty), { value: DEFAULTS, mistakes: [] });
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
  ['SEED_CONTENT', 'none', { seedContent: 'none' }],
  ['SEED_CONTENT', 'demo', { seedContent: 'demo' }],
  ['ADMIN_USERNAME', 'Åsa Öst', { firstAdmin: { username: 'Åsa Öst', password: undefined } }],
  ['ADMIN_PASSWORD', 'x'.repeat(12), { firstAdmin: { username: undefined, password: 'x'.repeat(12) } }],
  ['ADMIN_PASSWORD', ' '.repeat(128), { firstAdmin: { username: undefined, password: ' '.repeat(128) } }],
  ['TRUST_PROXY', 'loopback', { trustProxy: ['loopback'] }],
  ['TRUST_PROXY', '10.0.0.1, 192.168.0.0/16 ,::1', { trustProxy: ['10.0.0.1', '192.168.0.0/16', '::1'] }],
];

for (const [name, value, expected] of GOOD) {
  test(`${name} may be ${JSON.stringify(value).slice(0, 60)}`, () => {
    assert.deepEqual(readConfig({ [name]: value }), { value: { ...DEFAULTS, ...expected }, mistakes: [] });
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
  SEED_CONTENT: ['None', 'yes', 'demo '],
  ADMIN_USERNAME: [' ', ' Dana', 'Dana ', 'Da\nna', 'Da\u0000na', 'x'.repeat(101)],
  ADMIN_PASSWORD: ['x'.repeat(11), 'x'.repeat(129)],
  TRUST_PROXY: ['yes', '10.0.0.1,', '10.0.0.0/33', 'proxy.example.com'],
  S3_BUCKET: ['uploads'],
};

for (const [name, values] of Object.entries(BAD)) {
  for (const value of values) {
    test(`${name} may not be ${JSON.stringify(value).slice(0, 60)}`, () => {
      const { value: config, mistakes } = readConfig({ [name]: value });
      assert.equal(config, undefined);
      assert.deepEqual(
        mistakes.map(({ key }) => key),
        [name],
      );
      const [mistake] = mistakes;
      assert.ok(mistake?.found);
      assert.ok(mistake.wanted);
      assert.doesNotMatch(mistake.found, /\n/);
    });
  }
}

test('All mistakes are told together', () => {
  const environment = Object.fromEntries(Object.entries(BAD).map(([name, [value]]) => [name, value]));
  const { mistakes } = readConfig({ ...environment, S3_ENDPOINT: 'https://s3.example.com' });
  assert.deepEqual(mistakes.map(({ key }) => key).sort(), [...Object.keys(BAD), 'S3_ENDPOINT'].sort());
});

test('A wrong password is told by its length only, and object storage by its names only', () => {
  const told = JSON.stringify(readConfig({ ADMIN_PASSWORD: 'secret', S3_SECRET_ACCESS_KEY: 'secret' }));
  assert.match(told, /one of 6 characters/);
  assert.doesNotMatch(told, /"[^"]*\bsecret\b/);
});

test('The settings cannot be changed', () => {
  assert.ok(Object.isFrozen(readConfig({}).value));
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
  test(`${address} is shown as ${shown}`, () => assert.equal(withoutPassword(address), shown));
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
  test(`Nothing of the password is shown of ${address}`, () => {
    assert.doesNotMatch(withoutPassword(address), /secret|cret/);
    const told = JSON.stringify(readConfig({ DATABASE_URL: address }).mistakes);
    assert.doesNotMatch(told, /secret|cret/);
  });
}
