import assert from 'node:assert/strict';
import { API } from '#contract/paths.ts';
import { httpClientOf, onBothSites, onSite, signIn, trySignIn } from '#tests/support/http-client.ts';

/** More attempts than any machine hashes and queues at the same time. */
const ATTEMPTS = 60;
/** Enough to fill the queue of networks with failures. */
const NETWORKS = 24;

onSite(
  'responds 503 to excess sign-ins without counting them, and keeps serving other requests',
  async ({ site }) => {
    const editor = await signIn(site);
    const flood = Promise.all(
      Array.from({ length: ATTEMPTS }, (_, n) =>
        trySignIn(site, { username: `Unknown ${n}`, password: 'wrong' }, { address: `192.0.2.${n}` }),
      ),
    );
    for (const url of ['/', '/store', API.cashBids, `${API.siteTexts}?ids=0`]) {
      assert.equal((await httpClientOf(site).get(url)).statusCode, 200, url);
    }
    assert.equal((await editor.get(API.verify)).statusCode, 200);
    const save = { configType: 'WelcomeMessage', message: 'Saved in the flood' };
    assert.equal((await editor.post(API.saveSiteText, save)).statusCode, 200);

    const responses = await flood;
    const checked = responses.filter(({ statusCode }) => statusCode === 401);
    const rejected = responses.filter(({ statusCode }) => statusCode === 503);
    assert.equal(checked.length + rejected.length, ATTEMPTS);
    assert.ok(checked.length > 0 && rejected.length > 0, `${checked.length} and ${rejected.length}`);
    for (const { headers, body } of rejected) {
      assert.equal(headers['retry-after'], '2');
      assert.equal((JSON.parse(body) as { code: string }).code, 'busy');
      assert.equal(headers['set-cookie'], undefined);
    }
    const attempts = await site.database.read((db) => db.selectFrom('sign_in_attempt').selectAll().execute());
    assert.equal(attempts.length, checked.length);
    await signIn(site);
  },
);

onBothSites(
  'checks the right password from elsewhere while one network floods the sign-in',
  async ({ site }) => {
    let checked = 0;
    const flood = Promise.all(
      Array.from({ length: 24 }, async (_, n) => {
        const attempt = { username: `Invented ${n}`, password: 'wrong' };
        const { statusCode } = await trySignIn(site, attempt, { address: '192.0.2.1' });
        if (statusCode === 401) checked += 1;
        else assert.equal(statusCode, 503);
      }),
    );
    await signIn(site, {}, { address: '198.51.100.1' });
    await flood;
    // One runs while two wait, and each may be followed by another.
    assert.ok(checked > 0 && checked <= 4, `${checked}`);
  },
);

onSite('checks a new browser while all networks of an IPv6 /48 flood the sign-in', async ({ site }) => {
  const flood = Promise.all(
    Array.from({ length: ATTEMPTS }, (_, n) =>
      trySignIn(site, { username: `Invented ${n}`, password: 'wrong' }, { address: `2001:db8:1:${n}00::1` }),
    ),
  );
  await signIn(site, {}, { address: '198.51.100.1' });
  await signIn(site, {}, { address: '2001:db8:2::1' });
  await flood;
});

onBothSites(
  'checks a browser that has signed in before while many networks flood the sign-in',
  async ({ site }) => {
    const response = await trySignIn(site);
    const cookie = response.cookies.find(({ name }) => name === 'signed-in-before');
    const order: string[] = [];
    const flood = Promise.all(
      Array.from({ length: NETWORKS }, async (_, n) => {
        await trySignIn(site, { username: `Invented ${n}`, password: 'wrong' }, { address: `192.0.2.${n}` });
        order.push('stranger');
      }),
    );
    const headers = { cookie: `signed-in-before=${cookie?.value}` };
    await signIn(site, {}, { address: '192.0.2.1', headers });
    order.push('known');
    await flood;
    assert.ok(order.indexOf('known') < NETWORKS, order.join());
  },
);
