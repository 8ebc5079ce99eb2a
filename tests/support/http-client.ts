import assert from 'node:assert/strict';
import { argon2Sync, randomBytes, randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { API } from '#contract/paths.ts';
import type { Database } from '#server/platform/database/database.ts';
import { createStores } from '#tests/support/stores.ts';
import { EFFORT } from './effort.ts';
import {
  DATABASE_KINDS,
  freshTestDatabase,
  type DatabaseKind,
  type TestDatabase,
} from './on-both-databases.ts';
import { openTestSite, type TestSite } from './test-site.ts';

export const PASSWORD = 'seed, feed and weed';

/** Creates an administrator with a password hash of minimal cost, so that signing in is fast. */
export async function addAdmin(database: Database, username: string, password = PASSWORD): Promise<void> {
  const nonce = randomBytes(16);
  const tag = argon2Sync('argon2id', {
    message: password,
    nonce,
    memory: 8,
    passes: 1,
    parallelism: 1,
    tagLength: 32,
  });
  const hash = `$argon2id$v=19$m=8,t=1,p=1$${base64(nonce)}$${base64(tag)}`;
  await database.write((db) =>
    createStores(db).admins.insert({ id: randomUUID(), username, password: hash, passwordExpiresAt: null }),
  );
}

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64').replace(/=+$/, '');

/** Returns a sign-in that needed no second step. */
export function withoutStep<Result extends object>(result: Result): Exclude<Result, { stepToken: string }> {
  assert.ok(!('stepToken' in result));
  return result as Exclude<Result, { stepToken: string }>;
}

type Headers = Record<string, string | undefined>;

export type HttpClient = ReturnType<typeof httpClientOf>;

/** Returns a client of the app. It sends strings and bytes as they are, and any other body as JSON. */
export function httpClientOf(
  { app }: Pick<TestSite, 'app'>,
  { headers = {}, address = '127.0.0.1' }: { headers?: Headers; address?: string } = {},
) {
  const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, body: unknown, more: Headers) =>
    app.inject({
      method,
      url,
      remoteAddress: address,
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
        ...more,
      },
      ...(body !== undefined && {
        payload: typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body),
      }),
    });
  return {
    get: (url: string, more: Headers = {}) => call('GET', url, undefined, more),
    put: (url: string, body: unknown, more: Headers = {}) => call('PUT', url, body, more),
    delete: (url: string, more: Headers = {}) => call('DELETE', url, undefined, more),
    post: (url: string, body?: unknown, more: Headers = {}) => call('POST', url, body, more),
  };
}

export function trySignIn(
  site: Pick<TestSite, 'app'>,
  { username = 'Dana', password = PASSWORD }: { username?: string; password?: string } = {},
  from: Parameters<typeof httpClientOf>[1] = {},
) {
  return httpClientOf(site, from).post(API.signIn, { username, password });
}

export type AdminClient = HttpClient & { cookie: string; token: string };

export async function signIn(
  site: Pick<TestSite, 'app'>,
  as: Parameters<typeof trySignIn>[1] = {},
  from: Parameters<typeof httpClientOf>[1] = {},
): Promise<AdminClient> {
  return adminClientOf(site, await trySignIn(site, as, from));
}

/** Returns a client that sends the cookie set by a sign-in response. */
export function adminClientOf(
  site: Pick<TestSite, 'app'>,
  response: { statusCode: number; body: string; headers: Record<string, unknown> },
): AdminClient {
  assert.equal(response.statusCode, 200, response.body);
  const [cookie = ''] = String(response.headers['set-cookie']).split(';');
  const token = cookie.slice(cookie.indexOf('=') + 1);
  return { ...httpClientOf(site, { headers: { cookie } }), cookie, token };
}

export type Clock = { ms: number };

type SiteTest = (given: { site: TestSite; testDatabase: TestDatabase; clock: Clock }) => Promise<void>;

/** Registers a test on SQLite, for behavior that cannot depend on the database. The long run adds PostgreSQL. */
export function onSite(name: string, work: SiteTest, environment: NodeJS.ProcessEnv = {}): void {
  if (EFFORT.widths === 'all') onBothSites(name, work, environment);
  else void test(name, () => workOnSite('SQLite', work, environment));
}

/** Registers a test on both databases: for concurrent writers, numbers, times, JSON, collation, large statements. */
export function onBothSites(name: string, work: SiteTest, environment: NodeJS.ProcessEnv = {}): void {
  for (const kind of DATABASE_KINDS)
    void test(`${name} (${kind})`, () => workOnSite(kind, work, environment));
}

async function workOnSite(kind: DatabaseKind, work: SiteTest, environment: NodeJS.ProcessEnv): Promise<void> {
  await using testDatabase = await freshTestDatabase(kind, { migrated: true });
  // Add the administrator before the site starts: creating one at startup hashes a password at full cost.
  const database = await testDatabase.open();
  await addAdmin(database, 'Dana');
  // With a random key, the four digits that hide names of attempts would sometimes be the same for two names.
  const key = { name: 'sign-in', value: '00'.repeat(32) };
  await database.writeAside((db) => db.insertInto('secret').values(key).execute());
  const clock = { ms: Date.parse('2026-11-20T12:00:00.000Z') };
  await using site = await openTestSite({
    seedContent: 'none',
    environment: { ...testDatabase.environment, ...environment },
    now: () => new Date(clock.ms),
  });
  await work({ site, testDatabase, clock });
}
