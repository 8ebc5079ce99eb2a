import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { sql } from 'kysely';
import type { CashBids } from '#contract/cash-bids.ts';
import { API } from '#contract/paths.ts';
import { freshPostgresUrl, NO_POSTGRES } from '#tests/support/databases.ts';
import { eventually } from '#tests/support/eventually.ts';
import { DATABASE_KINDS, freshTestDatabase } from '#tests/support/on-both-databases.ts';
import { runInProcess, type InProcessStart } from '#tests/support/server-in-process.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';

/** A given password, so that the first start prints none. */
const FIRST_ADMIN = { ADMIN_PASSWORD: 'a password for tests' };

async function openServer(environment: NodeJS.ProcessEnv): Promise<InProcessStart & { url: string }> {
  const start = await runInProcess(environment);
  assert.ok(start.url, start.output());
  return { ...start, url: start.url };
}

async function startError(environment: NodeJS.ProcessEnv): Promise<string> {
  await using start = await runInProcess({ ...FIRST_ADMIN, ...environment });
  assert.equal(start.url, undefined, 'The server started.');
  const output = start.output();
  assert.match(output, /^Scalehouse can't start\. /);
  assert.doesNotMatch(output, /^\s+at /m);
  assert.doesNotMatch(output, /node:internal/);
  return output;
}

async function welcomeOf(url: string): Promise<string | undefined> {
  const response = await fetch(`${url}${API.siteTexts}?ids=0`);
  const [entry] = (await response.json()) as { content: string }[];
  return entry?.content;
}

test('reports all invalid settings together, with given and expected values, and creates no data folder', async () => {
  await using folder = await temporaryFolder();
  const siteFile = join(folder.path, 'coop.json');
  writeFileSync(siteFile, '{"name": ""}');
  const dataDir = join(folder.path, 'data');
  const output = await startError({
    DATA_DIR: dataDir,
    SITE_FILE: siteFile,
    PORT: '99999',
    HOST: '1.2.3',
    DATABASE_URL: 'mysql://dana:hush-hush-hush@db/site',
    SEED_CONTENT: 'some',
    ADMIN_USERNAME: ' Dana',
    ADMIN_PASSWORD: 'hush-hush',
    TRUST_PROXY: 'everyone',
    S3_BUCKET: 'hush',
    S3_ACCESS_KEY_ID: 'hush hush',
    S3_SECRET_ACCESS_KEY: 'hush-key',
  });
  const lines = output.split('\n').slice(1, -1);
  assert.match(output, new RegExp(`^Scalehouse can't start\\. ${lines.length} settings need fixing:\n`));
  const keys = lines.map((line) => /^ {2}(.+?) is .+\. It must be .+\.$/.exec(line)?.[1]);
  assert.deepEqual(new Set(keys), new Set(WRONG_KEYS));
  assert.equal(keys.length, WRONG_KEYS.length);
  assert.doesNotMatch(output, /hush/);
  assert.equal(existsSync(dataDir), false);
});

const WRONG_KEYS = [
  'PORT',
  'HOST',
  'DATABASE_URL',
  'SEED_CONTENT',
  'ADMIN_USERNAME',
  'ADMIN_PASSWORD',
  'TRUST_PROXY',
  'S3_ENDPOINT',
  'S3_PUBLIC_URL',
  'S3_REGION',
  'S3_ACCESS_KEY_ID',
  ...['name', 'shortName', 'publicAddress', 'timeZone', 'logo', 'links', 'embeds', 'film'].map(
    (key) => `coop.json /${key}`,
  ),
];

test('reports a missing site file with the variable that names it', async () => {
  const output = await startError({ SITE_FILE: '/nowhere/coop.json' });
  assert.match(output, /coop\.json can't be read \(ENOENT\)\. Check the path, or set SITE_FILE\./);
});

test('reports a data folder that cannot be created', async () => {
  await using folder = await temporaryFolder();
  const file = join(folder.path, 'file');
  writeFileSync(file, '');
  const dataDirs = [file, join(file, 'data')];
  const outputs = await Promise.all(dataDirs.map((dataDir) => startError({ DATA_DIR: dataDir })));
  for (const [index, output] of outputs.entries()) {
    assert.match(
      output,
      /^Scalehouse can't start\. DATA_DIR: can't write to .+ \((EEXIST|ENOTDIR)\)\. Check [^\n]+\n$/,
    );
    assert.ok(output.includes(dataDirs[index] ?? ''));
  }
});

test('reports an unavailable port or host', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  try {
    assert.equal(
      await startError({ PORT: String(port) }),
      `Scalehouse can't start. PORT: ${port} on 127.0.0.1 is already in use. Stop the other program, or set PORT to another number.\n`,
    );
  } finally {
    other.close();
  }
  assert.match(
    await startError({ HOST: '192.0.2.1' }),
    /^Scalehouse can't start\. HOST, PORT: can't listen on 192\.0\.2\.1:0 \(EADDRNOTAVAIL\)\. Check both settings\.\n$/,
  );
  assert.match(await startError({ HOST: '2001:db8::1' }), / can't listen on \[2001:db8::1\]:0 \(/);
});

test('starts with a damaged database file, and reports the damage while it serves', async () => {
  await using testDatabase = await freshTestDatabase('SQLite');
  const database = await testDatabase.open();
  await database.write(async (db) => {
    await sql`create table extra (value text)`.execute(db);
    await sql`insert into extra values (null)`.execute(db);
  });
  await database.close();
  const path = join(testDatabase.options.dataDir, 'scalehouse.sqlite');
  using sqlite = new DatabaseSync(path, { defensive: false });
  sqlite.exec(`pragma writable_schema = on;
    update sqlite_schema set sql = 'create table extra (value text not null)' where name = 'extra'`);
  sqlite.close();
  await using start = await runInProcess(
    { ...FIRST_ADMIN, ...testDatabase.environment },
    { integrityCheckAfterMs: 0 },
  );
  assert.ok(start.url, start.output());
  assert.ok(await welcomeOf(start.url));
  await eventually(() =>
    assert.match(
      start.output(),
      /^The database file .+scalehouse\.sqlite is damaged: NULL value in extra\.value\. Restore the newest backup: see docs\/operating\.md\.$/m,
    ),
  );
  const health = (await (await fetch(`${start.url}/healthz`)).json()) as Record<string, string>;
  assert.deepEqual([health['status'], health['file']], ['degraded', 'damaged']);
});

// A server that never responds is tested in database/postgres.test.ts.
test(
  'reports an unreachable PostgreSQL server and a wrong password, without the password',
  { skip: NO_POSTGRES },
  async () => {
    const closed = createServer().listen(0, '127.0.0.1');
    await once(closed, 'listening');
    const address = addressOf(closed);
    closed.close();
    await using fresh = await freshPostgresUrl();
    const wrong = new URL(fresh.url);
    wrong.password = 'hush-hush-hush';
    assert.match(await startError({ DATABASE_URL: address }), lines(/ECONNREFUSED/));
    assert.match(await startError({ DATABASE_URL: wrong.href }), lines(/password authentication failed/));
  },
);

function addressOf(server: Server): string {
  const { port } = server.address() as AddressInfo;
  return `postgres://dana:hush-hush-hush@127.0.0.1:${port}/site`;
}

const lines = (reason: RegExp) =>
  new RegExp(
    `^Scalehouse can't start\\. DATABASE_URL: can't connect to "postgres://[a-z]+:…@127\\.0\\.0\\.1:.+": .*${reason.source}.*\n$`,
  );

for (const kind of DATABASE_KINDS) {
  test(`shows the demo content once when two servers start concurrently (${kind})`, async () => {
    await using testDatabase = await freshTestDatabase(kind);
    await using both = new AsyncDisposableStack();
    const servers = await Promise.all([
      openServer(testDatabase.environment),
      openServer(testDatabase.environment),
    ]);
    for (const server of servers) both.use(server);
    const responses = await Promise.all(servers.map(({ url }) => fetch(`${url}${API.cashBids}`)));
    const [north, south] = await Promise.all(
      responses.map((response) => response.json() as Promise<unknown>),
    );
    assert.deepEqual(north, south);
    const { bids } = north as CashBids;
    assert.ok(bids.length > 0);
    const names = bids.map(({ location, commodity, delivery }) => `${location} ${commodity} ${delivery}`);
    assert.equal(new Set(names).size, bids.length);
  });
}

test('starts empty with SEED_CONTENT=none, and creates the data folder with its parents', async () => {
  await using folder = await temporaryFolder();
  const dataDir = join(folder.path, 'srv', 'coop');
  await using server = await openServer({ DATA_DIR: dataDir, SEED_CONTENT: 'none' });
  assert.equal(await welcomeOf(server.url), undefined);
  const bids = await fetch(`${server.url}${API.cashBids}`);
  assert.deepEqual(await bids.json(), { asOf: null, bids: [] });
  // The only change is the creation of the first administrator.
  assert.equal(bids.headers.get('content-version'), '1');
  assert.ok(existsSync(join(dataDir, 'scalehouse.sqlite')));
  assert.equal((await fetch(`${server.url}/`)).status, 200);
});

test('prints a generated password for the first administrator once, and accepts it at sign-in', async () => {
  await using folder = await temporaryFolder();
  writeFileSync(join(folder.path, 'scalehouse.sqlite'), '');
  let printed: RegExpExecArray | null;
  {
    await using first = await openServer({ DATA_DIR: folder.path, ADMIN_USERNAME: 'Dana' });
    printed = /^Sign in at (\S+)\/admin with username Dana and password (\S+)\. Write .+\.$/m.exec(
      first.output(),
    );
    assert.equal(printed?.[1], first.url);
    assert.match((await welcomeOf(first.url)) ?? '', /Hickory/);
    const response = await fetch(`${first.url}/api/admin/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'Dana', password: printed?.[2] }),
    });
    assert.equal(response.status, 200);
  }
  await using second = await openServer({ DATA_DIR: folder.path });
  assert.doesNotMatch(second.output(), /password/);
});

test('rejects a common ADMIN_PASSWORD when it creates the first administrator, and ignores it afterward', async () => {
  await using folder = await temporaryFolder();
  const common = { DATA_DIR: folder.path, ADMIN_PASSWORD: 'PasswordPassword' };
  assert.equal(
    await startError(common),
    "Scalehouse can't start. ADMIN_PASSWORD: That password is too common. Choose a different one.\n",
  );
  {
    await using first = await openServer({ ...FIRST_ADMIN, DATA_DIR: folder.path });
    assert.doesNotMatch(first.output(), /password/);
  }
  await using second = await openServer(common);
  assert.equal((await fetch(`${second.url}/healthz`)).status, 200);
});

const lanAddress = Object.values(networkInterfaces())
  .flat()
  .find((each) => each?.family === 'IPv4' && !each.internal)?.address;

test(
  'accepts sign-ins at its LAN address without TLS, and warns that TRUST_PROXY is not set',
  { skip: lanAddress ? false : 'This machine has no other address than loopback.' },
  async () => {
    await using server = await openServer({ ...FIRST_ADMIN, HOST: '0.0.0.0' });
    const { port } = new URL(server.url);
    assert.equal(server.output().match(/^Warning: /gm)?.length, 1);
    assert.match(
      server.output(),
      /^Warning: TRUST_PROXY isn't set, but the website's address is https:\/\/\S+ and HOST is 0\.0\.0\.0\. .+\.$/m,
    );
    for (const host of [new URL(server.url).host, `${lanAddress}:${port}`]) {
      // On an address without TLS, browsers send Origin and no Sec-Fetch-Site.
      for (const headers of [{}, { origin: `http://${host}` }]) {
        const response = await fetch(`http://${host}${API.signIn}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...headers },
          body: JSON.stringify({ username: 'admin', password: FIRST_ADMIN.ADMIN_PASSWORD }),
        });
        assert.equal(response.status, 200, host);
        assert.equal(response.headers.get('strict-transport-security'), null);
        const cookie = response.headers.get('set-cookie') ?? '';
        assert.doesNotMatch(cookie, /Secure/);
        const session = { cookie: cookie.split(';', 1)[0] ?? '' };
        assert.equal((await fetch(`http://${host}${API.verify}`, { headers: session })).status, 200);
      }
    }
  },
);

for (const { environment, reason } of [
  { environment: {}, reason: 'it listens on loopback' },
  { environment: { HOST: '::1' }, reason: 'it listens on IPv6 loopback' },
  { environment: { HOST: 'localhost' }, reason: 'it listens on localhost' },
  { environment: { HOST: '0.0.0.0', TRUST_PROXY: '192.0.2.1' }, reason: 'TRUST_PROXY is set' },
]) {
  test(`prints no warning about TRUST_PROXY when ${reason}`, async () => {
    await using server = await openServer({ ...FIRST_ADMIN, ...environment });
    assert.doesNotMatch(server.output(), /Warning/);
  });
}
