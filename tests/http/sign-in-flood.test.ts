import assert from 'node:assert/strict';
import { API } from '#contract/paths.ts';
import { httpClientOf, onSite, signIn, trySignIn } from '#tests/support/http-client.ts';

/** More attempts than any machine hashes and queues at the same time. */
const ATTEMPTS = 60;

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
