import assert from 'node:assert/strict';
import type { CurrentAdmin } from '#contract/accounts.ts';
import { PASSKEYS_MAX, type Factors, type NewRecoveryCodes, type SignInStep } from '#contract/factors.ts';
import { API } from '#contract/paths.ts';
import type { Problem } from '#contract/problem.ts';
import { createPasskey, type Lies, type TestPasskey } from '#tests/support/authenticator.ts';
import {
  addAdmin,
  adminClientOf,
  httpClientOf,
  onBothSites,
  onSite,
  PASSWORD,
  signIn,
  trySignIn,
  type AdminClient,
  type HttpClient,
} from '#tests/support/http-client.ts';
import type { TestSite } from '#tests/support/test-site.ts';

type Response = Awaited<ReturnType<AdminClient['get']>>;
type CreationOptions = Parameters<typeof createPasskey>[1];

const MINUTE_MS = 60_000;
const HOST = 'coop.example';
const AT = { host: HOST };

const outcomeOf = (response: Response) =>
  response.statusCode === 200 ? '200' : `${response.statusCode} ${response.json<Problem>().code}`;

async function addPasskey(
  client: AdminClient,
  { lies = {}, name = 'Phone' }: { lies?: Lies; name?: string } = {},
) {
  const options = (await client.post(API.passkeyOptions, {}, AT)).json<CreationOptions>();
  const passkey = createPasskey(HOST, options, lies);
  return { passkey, response: await client.post(API.passkeys, { name, response: passkey.creation }, AT) };
}

const optionsFor = async (client: HttpClient, path: string = API.signInPasskeyOptions, host = HOST) =>
  (await client.post(path, {}, { host })).json<{ challenge: string; rpId: string }>();

/** Signs in with a passkey, or tries to. */
async function signInWith(
  site: TestSite,
  passkey: TestPasskey,
  lies: Lies = {},
  host = HOST,
): Promise<Response> {
  const visitor = httpClientOf(site);
  const response = passkey.answer(await optionsFor(visitor), lies);
  return visitor.post(API.signInPasskey, { response }, { host });
}

onBothSites('signs in with a passkey alone, and names and removes several', async ({ site, clock }) => {
  const dana = await signIn(site);
  const { passkey, response } = await addPasskey(dana);
  assert.equal(response.json<NewRecoveryCodes>().recoveryCodes?.length, 10);
  const second = await addPasskey(dana, { name: 'Key' });
  assert.deepEqual(second.response.json(), {});
  clock.ms += MINUTE_MS;
  const signedIn = await signInWith(site, passkey);
  assert.equal(signedIn.statusCode, 200, signedIn.body);
  assert.equal(signedIn.json<CurrentAdmin>().username, 'Dana');
  const client = adminClientOf(site, signedIn);
  assert.equal((await client.put(`${API.passkeys}/${passkey.id}`, { name: 'Old phone' })).statusCode, 200);
  const { passkeys } = (await client.get(API.factors)).json<Factors>();
  assert.deepEqual(
    passkeys.map(({ name, usedAt }) => [name, usedAt !== null]),
    [
      ['Old phone', true],
      ['Key', false],
    ],
  );
  assert.equal((await client.delete(`${API.passkeys}/${passkey.id}`)).statusCode, 200);
  assert.equal(outcomeOf(await client.delete(`${API.passkeys}/${passkey.id}`)), '404 no-such-factor');
  const removed = await signInWith(site, passkey);
  assert.equal(outcomeOf(removed), '403 passkey-refused');
  assert.match(
    removed.json<Problem>().detail,
    /may have been removed here\. Try again, or use your password\.$/,
  );
  assert.equal((await signInWith(site, second.passkey)).statusCode, 200);
});

onSite('completes a sign-in that began with a password', async ({ site }) => {
  const { passkey } = await addPasskey(await signIn(site));
  const begun = await trySignIn(site);
  assert.equal(outcomeOf(begun), '401 second-factor-needed');
  const [cookie = ''] = String(begun.headers['set-cookie']).split(';');
  const step = httpClientOf(site, { headers: { cookie } });
  const describe = async (host: string) => (await step.get(API.signInStep, { host })).json<SignInStep>();
  assert.deepEqual(await describe(HOST), { step: 'code', username: 'Dana', hasTotp: false, passkeys: true });
  for (const host of ['other.example', '127.0.0.1:3000', '[::1]'])
    assert.equal((await describe(host)).passkeys, false);
  const response = passkey.answer(await optionsFor(step));
  assert.equal((await step.post(API.signInPasskey, { response }, AT)).statusCode, 200);
  const done = await step.post(API.signInPasskey, { response }, AT);
  // The same answer again.
  assert.equal(outcomeOf(done), '403 passkey-refused');
});

onSite('sets up a passkey as the second factor that everyone needs', async ({ site }) => {
  await addAdmin(site.database, 'Grace');
  const dana = await signIn(site);
  await addPasskey(dana);
  await dana.post(API.siteSettings, { values: { requireSecondFactor: true } });
  const begun = await trySignIn(site, { username: 'Grace' });
  assert.equal(outcomeOf(begun), '401 factor-setup-needed');
  const [cookie = ''] = String(begun.headers['set-cookie']).split(';');
  const grace = { ...httpClientOf(site, { headers: { cookie } }), cookie, token: '' };
  assert.equal(outcomeOf(await grace.get(API.verify)), '401 sign-in-needed');
  assert.deepEqual((await grace.get(API.signInStep, AT)).json<SignInStep>(), {
    step: 'setup',
    username: 'Grace',
    hasTotp: false,
    passkeys: false,
  });
  const { passkey } = await addPasskey(grace);
  assert.equal((await grace.get(API.verify)).statusCode, 200);
  assert.equal((await signInWith(site, passkey)).json<CurrentAdmin>().username, 'Grace');
});

const LIES: [lies: Lies, why: string][] = [
  [{ origin: 'https://evil.example' }, 'another origin'],
  [{ origin: `https://${HOST}:8443` }, 'another port'],
  [{ rpId: 'evil.example' }, 'another website'],
  [{ crossOrigin: true }, 'a frame of another site'],
  [{ isVerified: false }, 'no fingerprint or PIN'],
  [{ type: 'payment.get' }, 'another purpose'],
  [{ challenge: Buffer.from('made.up.challenge').toString('base64url') }, 'a made-up challenge'],
  [{ userHandle: Buffer.from('someone else').toString('base64url') }, 'another person'],
];

onSite(
  'rejects passkeys whose answer is not for this website, this request, or this person',
  async ({ site, clock }) => {
    const dana = await signIn(site);
    for (const [lies, why] of LIES.filter(([{ userHandle }]) => userHandle === undefined))
      assert.equal(outcomeOf((await addPasskey(dana, { lies })).response), '403 passkey-refused', why);
    assert.deepEqual((await dana.get(API.factors)).json<Factors>().passkeys, []);

    const { passkey } = await addPasskey(dana);
    for (const [lies, why] of LIES)
      assert.equal(outcomeOf(await signInWith(site, passkey, lies)), '403 passkey-refused', why);
    assert.equal(outcomeOf(await signInWith(site, passkey, {}, 'other.example')), '403 passkey-refused');

    const visitor = httpClientOf(site);
    const answer = passkey.answer(await optionsFor(visitor));
    const { signature } = passkey.answer(await optionsFor(visitor)).response;
    const forged = { ...answer, response: { ...answer.response, signature } };
    assert.equal(
      outcomeOf(await visitor.post(API.signInPasskey, { response: forged }, AT)),
      '403 passkey-refused',
    );
    const foreign = { ...AT, 'sec-fetch-site': 'cross-site' };
    assert.equal(
      outcomeOf(await visitor.post(API.signInPasskey, { response: answer }, foreign)),
      '403 cross-site',
    );

    // Challenges are for one purpose, for five minutes, and once.
    for (const path of [API.passkeyOptions, API.confirmationOptions]) {
      const response = passkey.answer(await optionsFor(dana, path));
      assert.equal(outcomeOf(await visitor.post(API.signInPasskey, { response }, AT)), '403 passkey-refused');
    }
    const send = () => visitor.post(API.signInPasskey, { response: answer }, AT);
    const twice = await Promise.all([send(), send()]);
    assert.deepEqual(twice.map(outcomeOf).toSorted(), ['200', '403 passkey-refused']);
    assert.equal(outcomeOf(await send()), '403 passkey-refused');
    const late = passkey.answer(await optionsFor(visitor));
    clock.ms += 5 * MINUTE_MS + 1;
    assert.equal(
      outcomeOf(await visitor.post(API.signInPasskey, { response: late }, AT)),
      '403 passkey-refused',
    );
  },
);

onBothSites(
  'rejects a counter that does not go up, which a copy of a passkey sends',
  async ({ site, clock }) => {
    const dana = await signIn(site);
    const { passkey } = await addPasskey(dana, { lies: { counter: 4_294_967_290 } });
    const tries = [
      [4_294_967_290, '403 passkey-refused'],
      [4_294_967_291, '200'],
      [5, '403 passkey-refused'],
      [0, '403 passkey-refused'],
      [4_294_967_292, '200'],
    ] as const;
    for (const [counter, expected] of tries)
      assert.equal(
        outcomeOf(await signInWith(site, passkey, { counter })),
        expected,
        String((clock.ms += 1)),
      );
    // Authenticators that count nothing always send 0.
    const uncounted = await addPasskey(dana);
    for (const _ of [1, 2]) {
      clock.ms += 1;
      assert.equal((await signInWith(site, uncounted.passkey)).statusCode, 200);
    }
  },
);

onSite('knows no passkey of someone who was removed or switched off', async ({ site }) => {
  await addAdmin(site.database, 'Grace');
  const dana = await signIn(site);
  const grace = await signIn(site, { username: 'Grace' });
  const { passkey } = await addPasskey(grace);
  const { id } = (await grace.get(API.verify)).json<CurrentAdmin>();
  await dana.put(`${API.people}/${id}`, { isDisabled: true });
  assert.equal(outcomeOf(await signInWith(site, passkey)), '401 account-ended');
  await dana.put(`${API.people}/${id}`, { isDisabled: false });
  assert.equal(outcomeOf(await signInWith(site, passkey)), '200');
  await dana.delete(`${API.people}/${id}`);
  assert.equal(outcomeOf(await signInWith(site, passkey)), '403 passkey-refused');
});

onSite('confirms with a passkey of the same person only', async ({ site, clock }) => {
  await addAdmin(site.database, 'Grace');
  const dana = await signIn(site);
  const { passkey } = await addPasskey(dana);
  const other = await addPasskey(await signIn(site, { username: 'Grace' }));
  clock.ms += 10 * MINUTE_MS;
  const confirm = async (with_: TestPasskey) => {
    const response = with_.answer(await optionsFor(dana, API.confirmationOptions));
    return outcomeOf(await dana.post(API.confirmation, { response }, AT));
  };
  assert.equal(await confirm(other.passkey), '403 passkey-refused');
  assert.equal(outcomeOf(await dana.post(API.apiTokens, { name: 'No' })), '403 confirm-needed');
  assert.equal(await confirm(passkey), '200');
  assert.equal(outcomeOf(await dana.post(API.apiTokens, { name: 'Yes' })), '200');
  assert.equal((await dana.get(API.verify)).statusCode, 200);
});

onSite('has no passkeys at an IP address, two of the same, or one too many', async ({ site, clock }) => {
  const dana = await signIn(site);
  for (const host of ['127.0.0.1:4300', '[::1]:4300', '192.0.2.1']) {
    const refused = await dana.post(API.passkeyOptions, {}, { host });
    assert.equal(outcomeOf(refused), '400 no-passkeys-here');
    assert.equal(
      outcomeOf(await httpClientOf(site).post(API.signInPasskeyOptions, {}, { host })),
      '400 no-passkeys-here',
    );
  }
  const { passkey } = await addPasskey(dana);
  assert.equal(
    outcomeOf(await dana.post(API.passkeys, { name: 'Again', response: passkey.creation }, AT)),
    '403 passkey-refused',
  );
  for (const name of ['', ' Phone', 'x'.repeat(61), 'a\nb'])
    assert.equal(outcomeOf((await addPasskey(dana, { name })).response), '400 invalid');
  for (let count = 1; count < PASSKEYS_MAX; count += 1)
    assert.equal(outcomeOf((await addPasskey(dana, { name: `Key ${count}` })).response), '200');
  assert.equal(outcomeOf((await addPasskey(dana)).response), '409 too-many-passkeys');
  clock.ms += 10 * MINUTE_MS;
  assert.equal(outcomeOf(await dana.post(API.passkeyOptions, {}, AT)), '403 confirm-needed');
  assert.equal(outcomeOf(await dana.post(API.confirmation, { password: PASSWORD })), '200');
});
