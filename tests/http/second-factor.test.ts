import assert from 'node:assert/strict';
import { TOTP } from 'otpauth';
import type { CurrentAdmin } from '#contract/accounts.ts';
import type { Factors, NewRecoveryCodes, NewTotp, SignInStep } from '#contract/factors.ts';
import { API, CHANGES_HEADER, DASHBOARD_PAGE, SECOND_STEP_PAGE, SIGN_IN_PAGE } from '#contract/paths.ts';
import type { People } from '#contract/people.ts';
import type { Problem } from '#contract/problem.ts';
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
  type Clock,
} from '#tests/support/http-client.ts';
import type { TestSite } from '#tests/support/test-site.ts';

type Response = Awaited<ReturnType<AdminClient['get']>>;

const MINUTE_MS = 60_000;

const codeOf = (response: Response) => `${response.statusCode} ${response.json<Problem>().code}`;

const totpCode = (secret: string, { ms }: Clock) => new TOTP({ secret }).generate({ timestamp: ms });

/** Sets up an app that shows codes. Returns its secret and the recovery codes. */
async function addTotp(client: AdminClient, clock: Clock) {
  const { secret } = (await client.post(API.totp, {})).json<NewTotp>();
  const confirmed = await client.post(API.totpConfirmation, { code: totpCode(secret, clock) });
  assert.equal(confirmed.statusCode, 200, confirmed.body);
  // Each code works once.
  clock.ms += MINUTE_MS;
  return { secret, recoveryCodes: confirmed.json<NewRecoveryCodes>().recoveryCodes ?? [] };
}

const cookiesOf = (response: Response) => [response.headers['set-cookie'] ?? []].flat();
const cookieOf = (response: Response, name: string) =>
  cookiesOf(response)
    .find((cookie) => cookie.startsWith(`${name}=`))
    ?.split(';')[0];

/** Enters the password, and returns a client with the cookie of the step that follows. */
async function begin(site: TestSite, wanted = 'second-factor-needed') {
  const response = await trySignIn(site);
  assert.equal(codeOf(response), `401 ${wanted}`);
  assert.equal(cookieOf(response, 'session'), undefined);
  const cookie = cookieOf(response, 'sign-in-step') ?? '';
  assert.match(cookie, /^sign-in-step=./);
  return { ...httpClientOf(site, { headers: { cookie } }), cookie };
}

onBothSites(
  'asks for a code after the password, and starts a session with it, once',
  async ({ site, clock }) => {
    const dana = await signIn(site);
    const { secret, recoveryCodes } = await addTotp(dana, clock);
    assert.equal(recoveryCodes.length, 10);
    for (const code of recoveryCodes) assert.match(code, /^([A-Z2-7]{4}-){5}[A-Z2-7]{4}$/);

    const step = await begin(site);
    for (const url of [API.verify, API.factors, API.people, API.siteSettings])
      assert.equal(codeOf(await step.get(url)), '401 sign-in-needed');
    assert.equal(codeOf(await step.post(API.totp, {})), '401 sign-in-needed');
    assert.deepEqual((await step.get(API.signInStep)).json<SignInStep>(), {
      step: 'code',
      username: 'Dana',
      hasTotp: true,
      passkeys: false,
    });
    assert.equal(codeOf(await httpClientOf(site).get(API.signInStep)), '401 step-ended');

    const code = totpCode(secret, clock);
    const [first, second] = await Promise.all([
      step.post(API.signInCode, { code }),
      (await begin(site)).post(API.signInCode, { code }),
    ]);
    const [done, other] = first.statusCode === 200 ? [first, second] : [second, first];
    assert.equal(done.statusCode, 200, done.body);
    assert.equal(done.json<CurrentAdmin>().username, 'Dana');
    assert.equal(codeOf(other), '401 wrong-code');
    const client = adminClientOf(site, done);
    assert.notEqual(client.token, step.cookie.split('=')[1]);
    assert.equal((await client.get(API.verify)).statusCode, 200);
    assert.ok(cookiesOf(done).some((cookie) => cookie.startsWith('sign-in-step=;')));
  },
);

onSite(
  'takes the code before or after, but none of the last minute and none twice',
  async ({ site, clock }) => {
    const { secret } = await addTotp(await signIn(site), clock);
    const at = (ms: number) => totpCode(secret, { ms: clock.ms + ms });
    const tries = [
      [at(-60_000), '401 wrong-code'],
      [at(60_000), '401 wrong-code'],
      [at(-30_000), '200'],
      [at(-30_000), '401 wrong-code'],
      [at(30_000), '200'],
      [at(0), '401 wrong-code'],
    ] as const;
    for (const [code, expected] of tries) {
      const response = await (
        await begin(site)
      ).post(API.signInCode, { code: `${code.slice(0, 3)} ${code.slice(3)}` });
      assert.equal(response.statusCode === 200 ? '200' : codeOf(response), expected);
    }
  },
);

onBothSites('takes each recovery code once, however it is typed', async ({ site, clock }) => {
  const dana = await signIn(site);
  const { recoveryCodes } = await addTotp(dana, clock);
  const [code = '', other = ''] = recoveryCodes;
  const typed = ` ${code.toLowerCase().replaceAll('-', ' ')} `;
  const steps = [await begin(site), await begin(site)];
  const responses = await Promise.all(steps.map((step) => step.post(API.signInCode, { code: typed })));
  assert.equal(responses.filter(({ statusCode }) => statusCode === 200).length, 1);
  const refused = responses.find(({ statusCode }) => statusCode === 401);
  assert.match(refused?.json<Problem>().detail ?? '', /already used\. Use the newest code/);
  assert.equal((await dana.get(API.factors)).json<Factors>().recoveryCodes, 9);

  const replaced = (await dana.post(API.recoveryCodes, {})).json<NewRecoveryCodes>().recoveryCodes ?? [];
  assert.equal(replaced.length, 10);
  assert.equal(codeOf(await (await begin(site)).post(API.signInCode, { code: other })), '401 wrong-code');
  assert.equal((await (await begin(site)).post(API.signInCode, { code: replaced[0] })).statusCode, 200);
});

onSite(
  'lets ten wrong codes be tried, from any network, and a recovery code after that',
  async ({ site, clock }) => {
    const { secret, recoveryCodes } = await addTotp(await signIn(site), clock);
    const step = await begin(site);
    for (let index = 0; index < 10; index += 1) {
      const from = httpClientOf(site, { headers: { cookie: step.cookie }, address: `192.0.2.${index}` });
      assert.equal(codeOf(await from.post(API.signInCode, { code: '000000' })), '401 wrong-code');
    }
    const again = await begin(site);
    const limited = await again.post(API.signInCode, { code: totpCode(secret, clock) });
    assert.equal(codeOf(limited), '429 too-many-attempts');
    assert.match(limited.json<Problem>().detail, /^Too many tries\. Wait 15 minutes, then try again\.$/);
    assert.equal((await again.post(API.signInCode, { code: recoveryCodes[0] })).statusCode, 200);
    // No one is locked out for good.
    clock.ms += 15 * MINUTE_MS;
    const last = await (await begin(site)).post(API.signInCode, { code: totpCode(secret, clock) });
    assert.equal(last.statusCode, 200);
  },
);

onSite('ends a begun sign-in after ten minutes, and with a new password', async ({ site, clock }) => {
  const dana = await signIn(site);
  const { secret, recoveryCodes } = await addTotp(dana, clock);
  const slow = await begin(site);
  clock.ms += 10 * MINUTE_MS + 1;
  const ended = await slow.get(API.signInStep);
  assert.equal(codeOf(ended), '401 step-ended');
  assert.match(ended.json<Problem>().detail, /finished in another tab\. Sign in again\.$/);
  const late = await slow.post(API.signInCode, { code: totpCode(secret, clock) });
  assert.equal(codeOf(late), '401 step-ended');
  const former = await begin(site);
  await dana.post(API.password, { currentPassword: PASSWORD, newPassword: 'weed, feed and seed' });
  assert.equal(codeOf(await former.post(API.signInCode, { code: recoveryCodes[1] })), '401 step-ended');
});

onSite(
  'keeps an app until the next one shows a code, and forgets recovery codes with the last factor',
  async ({ site, clock }) => {
    const dana = await signIn(site);
    const wrong = await dana.post(API.totpConfirmation, { code: '123456' });
    assert.equal(codeOf(wrong), '400 wrong-code');
    const { secret } = await addTotp(dana, clock);
    const next = (await dana.post(API.totp, {})).json<NewTotp>();
    assert.match(next.uri, /^otpauth:\/\/totp\/.*:Dana\?issuer=.*&secret=[A-Z2-7]{32}/);
    const code = totpCode(secret, clock);
    assert.equal((await (await begin(site)).post(API.signInCode, { code })).statusCode, 200);
    const confirmed = await dana.post(API.totpConfirmation, { code: totpCode(next.secret, clock) });
    assert.deepEqual(confirmed.json(), {});
    clock.ms += MINUTE_MS;
    const stale = await (await begin(site)).post(API.signInCode, { code: totpCode(secret, clock) });
    assert.equal(codeOf(stale), '401 wrong-code');

    assert.equal((await dana.delete(API.totp)).statusCode, 200);
    assert.equal(codeOf(await dana.delete(API.totp)), '404 no-such-factor');
    assert.equal(codeOf(await dana.post(API.recoveryCodes, {})), '404 no-such-factor');
    assert.deepEqual((await dana.get(API.factors)).json<Factors>(), {
      totp: false,
      recoveryCodes: 0,
      passkeys: [],
      isRequired: false,
    });
    await signIn(site);
    const shown = (await dana.get(API.history)).body;
    for (const words of ['Authenticator app added', 'Authenticator app removed'])
      assert.ok(shown.includes(words));
    assert.ok(!shown.includes(secret));
  },
);

const require = (owner: AdminClient, isOn = true) =>
  owner.post(API.siteSettings, { values: { requireSecondFactor: isOn } });

onSite('leads those without a second factor through it if everyone needs one', async ({ site, clock }) => {
  await addAdmin(site.database, 'Grace');
  const dana = await signIn(site);
  const refused = await require(dana);
  assert.equal(codeOf(refused), '409 own-factor-needed');
  const { secret } = await addTotp(dana, clock);
  assert.equal((await require(dana)).statusCode, 200);
  assert.equal(codeOf(await dana.delete(API.totp)), '409 last-factor');
  assert.equal((await dana.get(API.factors)).json<Factors>().isRequired, true);
  clock.ms += 10 * MINUTE_MS;
  assert.equal(codeOf(await require(dana, false)), '403 confirm-needed');

  const beginGrace = async () => {
    const response = await trySignIn(site, { username: 'Grace' });
    assert.equal(codeOf(response), '401 factor-setup-needed');
    return httpClientOf(site, { headers: { cookie: cookieOf(response, 'session') } });
  };
  const [grace, other] = [await beginGrace(), await beginGrace()];
  assert.equal((await grace.get(API.signInStep)).json<SignInStep>().step, 'setup');
  assert.equal(codeOf(await grace.get(API.verify)), '401 sign-in-needed');
  clock.ms += 30 * MINUTE_MS;
  assert.equal(codeOf(await grace.post(API.totp, {})), '403 confirm-needed');
  assert.equal((await grace.post(API.confirmation, { password: PASSWORD })).statusCode, 200);
  const setup = (await grace.post(API.totp, {})).json<NewTotp>();
  const done = await grace.post(API.totpConfirmation, { code: totpCode(setup.secret, clock) });
  assert.equal(done.json<NewRecoveryCodes>().recoveryCodes?.length, 10);
  assert.equal((await grace.get(API.verify)).json<CurrentAdmin>().username, 'Grace');
  // A sign-in with the password alone, from before, ends.
  assert.equal(codeOf(await other.get(API.factors)), '401 sign-in-needed');

  clock.ms += MINUTE_MS;
  const again = adminClientOf(
    site,
    await (await begin(site)).post(API.signInCode, { code: totpCode(secret, clock) }),
  );
  const off = await require(again, false);
  assert.equal(off.statusCode, 200);
  assert.equal((await again.delete(API.totp)).statusCode, 200);
  // Nor can a restore switch it on for someone who has none.
  const changes = String(off.headers[CHANGES_HEADER]);
  assert.equal(codeOf(await again.post(API.historyRestore, { changes })), '409 own-factor-needed');
});

onBothSites('removes the factors of someone else, and with their account', async ({ site, clock }) => {
  await addAdmin(site.database, 'Grace');
  const dana = await signIn(site);
  const grace = await signIn(site, { username: 'Grace' });
  await addTotp(grace, clock);
  const people = async () => (await dana.get(API.people)).json<People>().people;
  const { id = '' } = (await people()).find(({ hasSecondFactor }) => hasSecondFactor) ?? {};
  assert.equal((await people()).filter(({ hasSecondFactor }) => hasSecondFactor).length, 1);
  assert.equal((await dana.delete(`${API.people}/${id}/factors`)).statusCode, 200);
  assert.equal(codeOf(await grace.get(API.verify)), '401 sign-in-needed');
  assert.equal(codeOf(await dana.delete(`${API.people}/${id}/factors`)), '404 no-such-factor');
  const back = await signIn(site, { username: 'Grace' });
  await addTotp(back, clock);
  assert.equal((await dana.delete(`${API.people}/${id}`)).statusCode, 200);
  const left = await site.database.read((db) => db.selectFrom('factor').selectAll().execute());
  assert.deepEqual(left, []);
});

onSite('keeps factors while an account is switched off, and with a new password', async ({ site, clock }) => {
  await addAdmin(site.database, 'Grace');
  const dana = await signIn(site);
  const { id } = (await (await signIn(site, { username: 'Grace' })).get(API.verify)).json<CurrentAdmin>();
  const { secret } = await addTotp(await signIn(site, { username: 'Grace' }), clock);
  const step = await trySignIn(site, { username: 'Grace' });
  await dana.put(`${API.people}/${id}`, { isDisabled: true });
  const client = httpClientOf(site, { headers: { cookie: cookieOf(step, 'sign-in-step') } });
  assert.equal(
    codeOf(await client.post(API.signInCode, { code: totpCode(secret, clock) })),
    '401 step-ended',
  );
  assert.equal(codeOf(await trySignIn(site, { username: 'Grace' })), '401 account-ended');
  await dana.put(`${API.people}/${id}`, { isDisabled: false });
  assert.equal(codeOf(await trySignIn(site, { username: 'Grace' })), '401 second-factor-needed');
});

onSite('asks again for sensitive actions after ten minutes', async ({ site, clock }) => {
  await addAdmin(site.database, 'Grace');
  const dana = await signIn(site);
  const create = async (name: string) => dana.post(API.apiTokens, { name });
  clock.ms += 10 * MINUTE_MS - 1;
  assert.equal((await create('first')).statusCode, 200);
  clock.ms += 1;
  assert.equal(codeOf(await create('second')), '403 confirm-needed');
  assert.equal(codeOf(await dana.post(API.email, { email: 'dana@coop.example' })), '403 confirm-needed');
  assert.equal((await dana.get(API.people)).statusCode, 200);

  const wrong = await dana.post(API.confirmation, { password: 'wrong' });
  assert.equal(codeOf(wrong), '403 wrong-password');
  assert.equal(wrong.json<Problem>().errors?.[0]?.field, 'body/password');
  assert.equal(codeOf(await dana.post(API.confirmation, {})), '403 wrong-password');
  assert.equal(codeOf(await create('third')), '403 confirm-needed');
  assert.equal((await dana.post(API.confirmation, { password: PASSWORD })).statusCode, 200);
  assert.equal((await create('fourth')).statusCode, 200);
  assert.equal((await dana.post(API.email, { email: 'dana@coop.example' })).statusCode, 200);
  // Another session of the same person has proved nothing.
  const other = await signIn(site);
  clock.ms += 10 * MINUTE_MS;
  await dana.post(API.confirmation, { password: PASSWORD });
  assert.equal(codeOf(await other.post(API.apiTokens, { name: 'fifth' })), '403 confirm-needed');
  // Those of an earlier release never have, and count as none if there is a second factor.
  const begunBefore = () =>
    site.database.write((db) => db.updateTable('session').set({ confirmed_at: null }).execute());
  await begunBefore();
  assert.equal(codeOf(await create('sixth')), '403 confirm-needed');
  await dana.post(API.confirmation, { password: PASSWORD });
  await addTotp(dana, clock);
  assert.equal((await dana.get(API.verify)).statusCode, 200);
  const grace = await signIn(site, { username: 'Grace' });
  await begunBefore();
  assert.equal(codeOf(await dana.get(API.verify)), '401 sign-in-needed');
  assert.equal((await grace.get(API.verify)).statusCode, 200);
  await site.change({ settings: { requireSecondFactor: true } });
  assert.equal(codeOf(await grace.get(API.verify)), '401 sign-in-needed');
});

onSite('takes the password and the code from forms without scripts', async ({ site, clock }) => {
  const { secret } = await addTotp(await signIn(site), clock);
  const send = (url: string, fields: Record<string, string>, cookie?: string) =>
    httpClientOf(site, {
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...(cookie && { cookie }) },
    }).post(url, new URLSearchParams(fields).toString());
  const first = await send(SIGN_IN_PAGE, { username: 'Dana', password: PASSWORD });
  assert.deepEqual([first.statusCode, first.headers.location], [303, SECOND_STEP_PAGE]);
  const cookie = cookieOf(first, 'sign-in-step');
  const wrong = await send(SECOND_STEP_PAGE, { code: '000000' }, cookie);
  assert.equal(wrong.statusCode, 401);
  assert.match(wrong.body, /<h1>Second step<.*role="alert"><span>That code isn/s);
  const second = await send(SECOND_STEP_PAGE, { code: totpCode(secret, clock) }, cookie);
  assert.deepEqual([second.statusCode, second.headers.location], [303, DASHBOARD_PAGE]);
  assert.match(cookieOf(second, 'session') ?? '', /=[\w-]{43}$/);
  const ended = await send(SECOND_STEP_PAGE, { code: '000000' }, cookie);
  assert.equal(ended.statusCode, 401);
});
