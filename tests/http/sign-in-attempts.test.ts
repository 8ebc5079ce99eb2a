import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NO_POSTGRES } from '#tests/support/databases.ts';
import { addAdmin, onBothSites, onSite, signIn, trySignIn } from '#tests/support/http-client.ts';
import { freshTestDatabase } from '#tests/support/on-both-databases.ts';
import { openTestSite, type TestSite } from '#tests/support/test-site.ts';

const FREE = 10;
const PER_NETWORK = 20;
const SECOND_MS = 1000;
const WINDOW_MS = 15 * 60 * SECOND_MS;
const WRONG = { password: 'wrong' };
type From = Parameters<typeof trySignIn>[2];
type As = Parameters<typeof trySignIn>[1];

async function fail(site: TestSite, times: number, as: As = {}, from: From = {}): Promise<void> {
  for (let n = 0; n < times; n += 1) {
    assert.equal((await trySignIn(site, { ...WRONG, ...as }, from)).statusCode, 401, `failure ${n + 1}`);
  }
}

/** Asserts that even the correct password is rate-limited, and returns Retry-After in seconds. */
async function wait(site: TestSite, as: As = {}, from: From = {}): Promise<number> {
  const response = await trySignIn(site, as, from);
  assert.equal(response.statusCode, 429, response.body);
  assert.equal(response.headers['set-cookie'], undefined);
  assert.equal(response.json<{ code: string }>().code, 'too-many-attempts');
  return Number(response.headers['retry-after']);
}

onSite(
  'rate-limits an account at an address after ten failures, but no other account or address',
  async ({ site, testDatabase, clock }) => {
    await addAdmin(await testDatabase.open(), 'Grace');
    await fail(site, FREE);
    assert.equal(await wait(site), 2);
    for (let n = 0; n < 20; n += 1) assert.equal(await wait(site, WRONG), 2);

    await fail(site, 1, {}, { address: '192.0.2.7' });
    await fail(site, 1, { username: 'Unknown' });
    await signIn(site, { username: 'Grace' });
    assert.equal(await wait(site), 2);

    clock.ms += 2 * SECOND_MS - 1;
    assert.equal(await wait(site), 1);
    clock.ms += 1;
    await signIn(site);
  },
);

onBothSites(
  'doubles the delay with each failure, up to a minute, and starts over after 15 minutes',
  async ({ site, clock }) => {
    await fail(site, FREE);
    for (const seconds of [2, 4, 8, 16, 32, 60, 60]) {
      assert.equal(await wait(site), seconds);
      clock.ms += seconds * SECOND_MS;
      await fail(site, 1);
    }
    assert.equal(await wait(site), 60);
    clock.ms += WINDOW_MS + 1;
    await fail(site, FREE);
    assert.equal(await wait(site), 2);
  },
);

onSite('resets the failures of an account from every address when it signs in', async ({ site }) => {
  await fail(site, FREE);
  await fail(site, FREE - 1, {}, { address: '192.0.2.7' });
  await signIn(site, {}, { address: '192.0.2.8' });
  await signIn(site);
  for (const address of ['127.0.0.1', '192.0.2.7']) {
    await fail(site, FREE, {}, { address });
  }
  assert.equal(await wait(site, {}, { address: '192.0.2.7' }), 2);
});

/** Sends groups of concurrent attempts until none is checked. Returns the number of checked ones. */
async function checkedUntilLimited(tryOnce: (n: number) => Promise<number>): Promise<number> {
  let checked = 0;
  for (;;) {
    const statuses = await Promise.all(Array.from({ length: 12 }, (_, n) => tryOnce(n)));
    for (const status of statuses) assert.ok([401, 429, 503].includes(status), `${status}`);
    const wrong = statuses.filter((status) => status === 401).length;
    if (wrong === 0) return checked;
    checked += wrong;
  }
}

onBothSites('counts every one of several concurrent failures', async ({ site }) => {
  const checked = await checkedUntilLimited(async () => (await trySignIn(site, WRONG)).statusCode);
  assert.equal(checked, FREE);
});

onBothSites('checks at most 20 wrong passwords per network, for all names together', async (given) => {
  const { site, clock } = given;
  const checked = await checkedUntilLimited(
    async (n) => (await trySignIn(site, { ...WRONG, username: `Invented ${n}` })).statusCode,
  );
  assert.equal(checked, PER_NETWORK);
  assert.equal(await wait(site, { username: 'One more' }), WINDOW_MS / SECOND_MS);
  await signIn(site, {}, { address: '192.0.2.7' });
  // A success elsewhere does not return the failures of this network.
  await fail(site, 3, {}, { address: '192.0.2.8' });
  await signIn(site, {}, { address: '192.0.2.9' });
  assert.equal(await wait(site), WINDOW_MS / SECOND_MS);
  clock.ms += WINDOW_MS + 1;
  await signIn(site);
});

const NETWORKS: [name: string, address: (n: number) => string, elsewhere: string][] = [
  ['an IPv6 /64', (n) => `2001:db8:1:2::${n.toString(16)}`, '2001:db8:1:3::1'],
  ['one IPv4 address, also in IPv6', (n) => ['192.0.2.7', '::ffff:192.0.2.7'][n % 2]!, '::ffff:192.0.2.8'],
];

for (const [name, address, elsewhere] of NETWORKS) {
  onSite(`counts ${name} as one network`, async ({ site }) => {
    for (let n = 0; n < PER_NETWORK; n += 1) {
      await fail(site, 1, { username: `Invented ${n}` }, { address: address(n) });
    }
    for (let n = 0; n < 60; n += 1) await wait(site, { username: `Other ${n}` }, { address: address(n) });
    await signIn(site, {}, { address: elsewhere });
  });
}

const from = (fourth: number, third = 1) => ({ address: `2001:db8:${third}:${fourth.toString(16)}::1` });

onBothSites('counts the /56 and the /48 around an IPv6 address', async ({ site }) => {
  for (let n = 0; n < 40; n += 1) await fail(site, 1, {}, from(n));
  assert.equal(await wait(site, {}, from(0xff)), WINDOW_MS / SECOND_MS);
  for (let n = 0; n < 60; n += 1) await fail(site, 1, {}, from((n + 1) * 0x100));
  assert.equal(await wait(site, {}, from(0xffff)), WINDOW_MS / SECOND_MS);
  await signIn(site, {}, from(0, 0x10));
});

onBothSites('never waits longer than its limits when the clock changes', async ({ site, clock }) => {
  const HOUR_MS = 4 * WINDOW_MS;
  await fail(site, 1);
  clock.ms -= HOUR_MS;
  await fail(site, FREE - 1);
  clock.ms -= HOUR_MS;
  assert.equal(await wait(site), 2);
  clock.ms += 2 * SECOND_MS;
  await fail(site, 1);
  clock.ms += HOUR_MS;
  for (let n = 0; n < PER_NETWORK; n += 1) await fail(site, 1, { username: `Invented ${n}` });
  clock.ms -= HOUR_MS;
  assert.equal(await wait(site), WINDOW_MS / SECOND_MS);
  clock.ms += WINDOW_MS + 1;
  await signIn(site);
});

onBothSites('stores no password that was typed as a name', async ({ site }) => {
  const typed = 'weed, feed and seed';
  await fail(site, 1, { username: typed });
  await fail(site, 1, { username: 'dana' });
  await fail(site, 1, { username: 'Invented' });
  const rows = await site.database.read((db) => db.selectFrom('sign_in_attempt').select('account').execute());
  // Four digits tell names apart, but cannot confirm a guess.
  for (const { account } of rows) assert.match(account, /^[0-9a-f]{4}$/);
  assert.ok(new Set(rows.map(({ account }) => account)).size > 1);
});

/** Returns the cookie with which a browser proves that it has signed in before. */
function knownBrowser(response: { cookies: { name: string; value: string }[] }): string {
  const cookie = response.cookies.find(({ name }) => name.endsWith('signed-in-before'));
  assert.ok(cookie);
  return `${cookie.name}=${cookie.value}`;
}

onBothSites(
  'lets a browser that has signed in before try without waiting',
  async ({ site, testDatabase }) => {
    await addAdmin(await testDatabase.open(), 'Grace');
    const cookie = knownBrowser(await trySignIn(site));
    const headers = { cookie };
    const address = '192.0.2.7';
    await fail(site, FREE, {}, { address });
    await fail(site, PER_NETWORK - FREE, { username: 'Grace' }, { address });
    await wait(site, {}, { address });
    await signIn(site, {}, { address, headers });

    // The cookie is for one account, and cannot be changed.
    await wait(site, { username: 'Grace' }, { address, headers });
    for (const forged of [`${cookie.slice(0, -1)}${cookie.endsWith('A') ? 'B' : 'A'}`, cookie.slice(0, -1)]) {
      await wait(site, {}, { address, headers: { cookie: forged } });
    }
    await wait(site, {}, { address, headers: { cookie: 'signed-in-before=x.y.z' } });
  },
);

onBothSites('limits a stolen cookie to ten wrong passwords', async ({ site, clock }) => {
  const headers = { cookie: knownBrowser(await trySignIn(site)) };
  let n = 0;
  // A new network for each attempt, as an attacker with many of them.
  const checked = await checkedUntilLimited(
    async () => (await trySignIn(site, WRONG, { headers, address: `192.0.2.${(n += 1) % 4}` })).statusCode,
  );
  assert.ok(checked >= FREE);
  const spent = await site.database.read((db) =>
    db.selectFrom('sign_in_attempt').select('browser').where('browser', '<>', '').execute(),
  );
  assert.equal(spent.length, FREE);
  clock.ms += WINDOW_MS + 1;
  await signIn(site, {}, { headers });
});

const SPELLINGS = [
  'Dana',
  'dana',
  'DANA',
  ' Dana',
  'Dana  ',
  '\tdana\n',
  'Ｄａｎａ',
  'dＡna',
  '\u00a0Dana',
  'ᴰana',
];

onSite(
  'counts failures together for all spellings of a username and all forged headers',
  async ({ site }) => {
    assert.equal(SPELLINGS.length, FREE);
    for (const [n, username] of SPELLINGS.entries()) {
      const headers = {
        'x-forwarded-for': `198.51.100.${n}`,
        forwarded: `for=198.51.100.${n}`,
        'x-real-ip': `198.51.100.${n}`,
        'x-forwarded-host': `host-${n}`,
        'user-agent': `browser ${n}`,
        cookie: `session=${n}`,
      };
      await fail(site, 1, { username }, { headers });
    }
    for (const username of SPELLINGS) {
      const headers = { 'x-forwarded-for': '203.0.113.9' };
      assert.equal(await wait(site, { username }, { headers }), 2, username);
    }
  },
);

const via = (list: string, address = '127.0.0.1') => ({ address, headers: { 'x-forwarded-for': list } });

/** The same address, as proxies write it; without one, clients count as the proxy. */
const SPELLED_ADDRESSES: ((n: number) => string)[][] = [
  [(n) => `192.0.2.50:${5000 + n}`, (n) => `203.0.113.${n}, [::ffff:192.0.2.50]:${n}`, () => '192.0.2.50'],
  [(n) => `[2001:db8:9::1]:${5000 + n}`, (n) => `"[2001:DB8:9:0::1]:_p${n}"`, () => '2001:db8:9::1'],
  [(n) => `203.0.113.${n}, unknown`, (n) => `_hidden${n}`, (n) => `203.0.113.${n}, `, (n) => `10.${n}`],
];

onSite(
  'counts by the address that the proxy adds, not by those that the client sends',
  async ({ site }) => {
    for (let n = 0; n < FREE; n += 1) await fail(site, 1, {}, via(`203.0.113.${n}, 192.0.2.7`));
    assert.equal(await wait(site, {}, via('192.0.2.7')), 2);
    assert.equal(await wait(site, {}, via('198.51.100.1, 192.0.2.7')), 2);
    assert.equal(await wait(site, {}, via('192.0.2.7, 127.0.0.1')), 2);
    await fail(site, 1, {}, via('192.0.2.8'));
    for (const spellings of SPELLED_ADDRESSES) {
      for (let n = 0; n < FREE; n += 1) await fail(site, 1, {}, via(spellings[n % spellings.length]!(n)));
      for (const spelling of spellings) assert.equal(await wait(site, {}, via(spelling(99))), 2);
    }
    // A client that bypasses the proxy counts by its own address.
    for (let n = 0; n < FREE; n += 1) await fail(site, 1, {}, via(`192.0.2.${n}`, '198.51.100.9'));
    assert.equal(await wait(site, {}, via('192.0.2.99', '198.51.100.9')), 2);
  },
  { TRUST_PROXY: '127.0.0.1' },
);

test('counts failures across all servers on one PostgreSQL database', { skip: NO_POSTGRES }, async () => {
  await using testDatabase = await freshTestDatabase('PostgreSQL', { migrated: true });
  await addAdmin(await testDatabase.open(), 'Dana');
  await using site = await openTestSite({ seedContent: 'none', environment: testDatabase.environment });
  await using other = await openTestSite({ seedContent: 'none', environment: testDatabase.environment });
  const checked = await checkedUntilLimited(
    async (n) => (await trySignIn(n % 2 ? other : site, WRONG)).statusCode,
  );
  assert.equal(checked, FREE);
});
