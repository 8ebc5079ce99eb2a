import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import type { CurrentAdmin } from '#contract/accounts.ts';
import type { HistoryPage } from '#contract/history.ts';
import { API } from '#contract/paths.ts';
import type { People } from '#contract/people.ts';
import type { Problem } from '#contract/problem.ts';
import { eventually } from '#tests/support/eventually.ts';
import { readElements } from '#tests/support/html.ts';
import {
  addAdmin,
  httpClientOf,
  onSite,
  PASSWORD,
  signIn,
  type AdminClient,
} from '#tests/support/http-client.ts';
import { startSmtpServer } from '#tests/support/smtp-server.ts';
import type { TestSite } from '#tests/support/test-site.ts';

const PAGE = '/admin/forgotten-password';
const NEW_PASSWORD = 'weed, feed and seed';

const smtp: { server?: Awaited<ReturnType<typeof startSmtpServer>> } = {};
const environment: { SMTP_URL?: string } = {};
before(async () => {
  smtp.server = await startSmtpServer();
  environment.SMTP_URL = smtp.server.url;
});
after(() => smtp.server?.[Symbol.asyncDispose]());

const mails = () => smtp.server!.mails;

/** Submits the form like a browser without scripts. Returns the sentence that the redirect names. */
async function request(site: TestSite, username: string, address = '127.0.0.1'): Promise<string | undefined> {
  const form = { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' };
  const client = httpClientOf(site, { address });
  const response = await client.post(PAGE, new URLSearchParams({ username }).toString(), form);
  assert.equal(response.statusCode, 303, response.body);
  assert.equal(response.body, '');
  return response.headers.location;
}

const idsIn = (html: string) => readElements(html).flatMap(({ attributes }) => attributes['id'] ?? []);

async function historyOf(admin: AdminClient): Promise<string> {
  const { entries } = (await admin.get(`${API.history}?kind=account`)).json<HistoryPage>();
  return JSON.stringify(entries);
}

onSite(
  'emails a link to a new password, to the address of the account only',
  async ({ site, clock }) => {
    mails().length = 0;
    await addAdmin(site.database, 'Lee');
    const dana = await signIn(site);
    const { people } = (await dana.get(API.people)).json<People>();
    const lee = people.find(({ username }) => username === 'Lee')!;
    assert.equal(lee.email, null);
    for (const email of ['lee', 'lee@example.com, eve@example.com', 'lee@example.com\r\nBcc: e@x.example'])
      assert.equal((await dana.put(`${API.people}/${lee.id}`, { email })).statusCode, 400, email);
    assert.equal((await dana.put(`${API.people}/${lee.id}`, { email: 'lee@example.com' })).statusCode, 200);
    const own = { email: 'dana@example.com' };
    clock.ms += 10 * 60_000;
    assert.equal((await dana.post(API.email, own)).json<Problem>().code, 'confirm-needed');
    assert.equal((await dana.get(API.verify)).json<CurrentAdmin>().email, undefined);
    await dana.post(API.confirmation, { password: PASSWORD });
    assert.equal((await dana.post(API.email, own)).statusCode, 200);
    assert.equal((await dana.get(API.verify)).json<CurrentAdmin>().email, 'dana@example.com');

    const page = await httpClientOf(site).get(PAGE);
    assert.deepEqual(
      ['sent', 'wait', 'username'].filter((id) => !idsIn(page.body).includes(id)),
      [],
    );
    assert.match((await httpClientOf(site).get('/admin')).body, /href="\/admin\/forgotten-password"/);

    // The response is the same for a name without an account, and for one that got a link a moment ago.
    for (const name of ['No one', 'lee', 'Lee']) assert.equal(await request(site, name), `${PAGE}#sent`);
    await eventually(() => assert.equal(mails().length, 1));
    const [mail] = mails();
    assert.deepEqual([mail?.from, mail?.to], ['office@coop.example', ['lee@example.com']]);
    const { publicAddress } = site.currentSite();
    const text = mail?.text.replaceAll('=\n', '') ?? '';
    const [, token] = new RegExp(`${publicAddress}/admin/invitation#([\\w-]{43})\\n`).exec(text) ?? [];
    assert.ok(token, text);
    const used = await httpClientOf(site).post(API.linkUse, { token, password: NEW_PASSWORD });
    assert.equal(used.statusCode, 200, used.body);
    const client = await signIn(site, { username: 'Lee', password: NEW_PASSWORD });

    const history = await historyOf(dana);
    assert.match(history, /the sign-in page/);
    assert.match(history, /Email/);
    assert.doesNotMatch(history, /example\.com/);

    // A new address ends the link that the one before may have.
    clock.ms += 16 * 60_000;
    await request(site, 'Lee');
    await eventually(() => assert.equal(mails().length, 2));
    await client.post(API.confirmation, { password: NEW_PASSWORD });
    await client.post(API.email, { email: null });
    assert.deepEqual((await dana.get(API.people)).json<People>().links, []);
  },
  environment,
);

onSite(
  'says to wait after too many requests from a network',
  async ({ site }) => {
    const answers = new Set<string | undefined>();
    for (let index = 0; index < 20; index++)
      assert.equal(await request(site, `name ${index}`, '203.0.113.9'), `${PAGE}#sent`);
    answers.add(await request(site, 'Dana', '203.0.113.9'));
    answers.add(await request(site, 'No one', '203.0.113.9'));
    assert.deepEqual([...answers], [`${PAGE}#wait`]);
  },
  environment,
);

onSite('says to ask an owner without a mail server', async ({ site }) => {
  const { body } = await httpClientOf(site).get(PAGE);
  assert.match(body, /Ask an owner of your website for a link to a new one\./);
  assert.ok(!idsIn(body).includes('username'));
  assert.equal(await request(site, 'Dana'), `${PAGE}#sent`);
});
