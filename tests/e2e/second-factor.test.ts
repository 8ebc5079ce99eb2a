import type { CDPSession, Page } from '@playwright/test';
import { TOTP } from 'otpauth';
import { API } from '#contract/paths.ts';
import { signInByForm, title } from './dashboard-page.ts';
import { expectResponsive } from './expect-responsive.ts';
import { expect, PASSWORD, test as base } from './fixtures.ts';

const WIDTHS = [390, 1280];
const STEP_SECONDS = 30;

const test = base.extend<{
  /** Decides whether the virtual authenticator of this page gets its touch. */
  touch: (isTouched: boolean) => Promise<void>;
}>({
  // An IP address cannot have passkeys.
  baseURL: async ({ workerSite }, provide) => provide(workerSite.url.replace('127.0.0.1', 'localhost')),

  touch: async ({ page, context }, provide) => {
    const session = await context.newCDPSession(page);
    const authenticatorId = await addAuthenticator(session);
    await provide(async (isTouched) => {
      const presence = { authenticatorId, enabled: isTouched };
      await session.send('WebAuthn.setAutomaticPresenceSimulation', presence);
    });
  },
});

async function addAuthenticator(session: CDPSession): Promise<string> {
  await session.send('WebAuthn.enable', { enableUI: false });
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return authenticatorId;
}

/** Sets up the app that the page offers. Returns its secret. */
async function addApp(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Add authenticator app' }).click();
  await expect(page.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
  const uri = (await page.getByRole('link', { name: 'Open it' }).getAttribute('href')) ?? '';
  const secret = new URL(uri).searchParams.get('secret') ?? '';
  expect((await page.getByText('Or type this key').innerText()).replaceAll(/\s/g, '')).toContain(secret);
  await expectResponsive(page, { widths: WIDTHS });
  await page.getByLabel('The 6 digits that your app shows').fill(new TOTP({ secret }).generate());
  await page.getByRole('button', { name: 'Add authenticator app' }).click();
  return secret;
}

const recoveryCodes = (page: Page) => page.getByRole('textbox', { name: 'Recovery codes' });
const failure = (page: Page) => page.getByRole('alert').filter({ hasText: /./ });
const signOut = (page: Page) => page.getByRole('button', { name: 'Sign out', exact: true }).click();

test(
  'adds a passkey and an app, signs in with one touch or two steps, and asks again before sensitive changes',
  { tag: '@thorough' },
  async ({ page, visit, site, touch, expectProblem }) => {
    test.slow();
    for (const problem of [/status of 401/, /status of 403/]) expectProblem(problem);
    const username = `Nora ${crypto.randomUUID()}`;
    await site.addAdmin({ username, password: PASSWORD });
    await visit('/admin');
    await expect(page.getByLabel('Username')).toHaveAttribute('autocomplete', 'username webauthn');
    await signInByForm(page, username);
    await title(page, 'Your Account').click();
    const account = page.locator('#your-account');
    const factors = account.getByRole('list', { name: 'Second factor' });
    const rows = factors.getByRole('listitem');

    await test.step('adds a passkey, and shows the recovery codes once', async () => {
      await account.getByRole('button', { name: 'Add passkey' }).click();
      const dialog = page.getByRole('dialog', { name: 'Add a passkey' });
      await dialog.getByLabel('Name, such as Office computer').fill(' Office ');
      await expectResponsive(page, { widths: WIDTHS });
      await dialog.getByRole('button', { name: 'Add passkey' }).click();
      await expect(recoveryCodes(page)).toBeFocused();
      expect((await recoveryCodes(page).inputValue()).split('\n')).toHaveLength(10);
      await expectResponsive(page, { widths: WIDTHS, sections: ['your-account'] });
      await account.getByRole('button', { name: 'I have saved them' }).click();
      await expect(recoveryCodes(page)).toHaveCount(0);
      await expect(rows).toHaveText([/^OfficePasskey · Added .* · Not used yet/, /^Recovery codes10 left/]);
    });

    await test.step('renames it', async () => {
      await account.getByRole('button', { name: 'Rename Office' }).click();
      const dialog = page.getByRole('dialog', { name: 'Rename Office' });
      await expect(dialog.getByLabel('Name, such as Office computer')).toHaveValue('Office');
      await dialog.getByLabel('Name, such as Office computer').fill('Office computer');
      await dialog.getByRole('button', { name: 'Rename' }).click();
      await expect(rows.first()).toContainText('Office computer');
    });

    let secret = '';
    await test.step('adds an app', async () => {
      secret = await addApp(page);
      await expect(rows).toHaveText([/^Authenticator app/, /^Office computer/, /^Recovery codes/]);
    });

    await test.step('asks who it is before a sensitive change, and then makes it', async () => {
      const problem = { code: 'confirm-needed', detail: '' };
      const ask = (route: Parameters<Parameters<Page['route']>[1]>[0]) =>
        route.fulfill({ status: 403, contentType: 'application/problem+json', json: problem });
      await page.route(`**${API.recoveryCodes}`, ask, { times: 2 });
      const dialog = page.getByRole('dialog', { name: "Confirm that it's you" });
      const makeCodes = account.getByRole('button', { name: 'Make new codes' });
      const question = page.getByRole('dialog', { name: 'Make new recovery codes?' });
      const makeNew = async () => {
        await makeCodes.click();
        await question.getByRole('button', { name: 'Make new codes' }).click();
      };
      await makeNew();
      await dialog.getByLabel('Your password', { exact: true }).fill('wrong');
      await dialog.getByRole('button', { name: 'Confirm' }).click();
      await expect(failure(page)).toHaveText(/password/);
      await expectResponsive(page, { widths: WIDTHS });
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      await expect(makeCodes).toBeFocused();
      await expect(failure(page)).toHaveText(/^Nothing was changed/);
      await makeNew();
      await dialog.getByRole('button', { name: 'Use a passkey' }).click();
      await expect(recoveryCodes(page)).toBeFocused();
      await expect(dialog).toHaveCount(0);
    });
    const [recoveryCode = ''] = (await recoveryCodes(page).inputValue()).split('\n');

    await test.step('signs in with one touch, which the name box offers', async () => {
      const signedIn = page.waitForResponse(`**${API.signInPasskey}`);
      await signOut(page);
      expect((await signedIn).status()).toBe(200);
      await expect(page).toHaveURL('/admin/dashboard');
    });

    await test.step('signs in with one touch after a click, which moves nothing', async () => {
      await touch(false);
      await signOut(page);
      const button = page.getByRole('button', { name: 'Use a passkey' });
      await expect(button).toBeVisible();
      await expectResponsive(page, { widths: WIDTHS });
      await touch(true);
      await button.click();
      await expect(page).toHaveURL('/admin/dashboard');
    });

    await test.step('signs in with a password and a code, after a wrong one', async () => {
      await touch(false);
      await signOut(page);
      await signInByForm(page, username);
      await expect(page).toHaveURL('/admin/second-step');
      await expect(page.getByText(`Signing in as ${username}`)).toBeVisible();
      const code = page.getByLabel('Code from your authenticator app');
      await expect(code).toHaveAttribute('inputmode', 'numeric');
      await code.fill('000000');
      await code.press('Enter');
      await expect(failure(page)).toHaveText(/^That code isn't right/);
      await expectResponsive(page, { widths: WIDTHS });
      // Each code works once, and the next one works early.
      await code.fill(new TOTP({ secret }).generate({ timestamp: Date.now() + STEP_SECONDS * 1000 }));
      await code.press('Enter');
      await expect(page).toHaveURL('/admin/dashboard');
    });

    await test.step('signs in with a recovery code, in any case', async () => {
      await signOut(page);
      await signInByForm(page, username);
      await page.getByRole('button', { name: 'Use a recovery code' }).click();
      await page.getByLabel('Recovery code').fill(recoveryCode.toLowerCase().replaceAll('-', ' '));
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
      await expect(page).toHaveURL('/admin/dashboard');
      await expect(rows.last()).toHaveText(/^Recovery codes9 left/);
    });

    await test.step('removes the passkey after a confirmation', async () => {
      await account.getByRole('button', { name: 'Remove Office computer' }).click();
      const confirmation = page.getByRole('dialog', { name: 'Remove Office computer?' });
      await confirmation.getByRole('button', { name: 'Remove' }).click();
      await expect(factors).toBeFocused();
      await expect(rows).toHaveText([/^Authenticator app/, /^Recovery codes/]);
    });
  },
);

test(
  'leads through the setup of a required second factor, also with a session, and then back',
  { tag: '@thorough' },
  async ({ page, site, expectProblem }) => {
    test.slow();
    expectProblem(/status of 401/);
    const username = `Otis ${crypto.randomUUID()}`;
    await site.addAdmin({ username, password: PASSWORD });
    const data = { username, password: PASSWORD };
    expect((await page.request.post(API.signIn, { data })).status()).toBe(200);
    await site.with({ settings: { requireSecondFactor: true } });
    await page.goto('/admin/today');
    await expect(page).toHaveURL('/admin');
    await signInByForm(page, username);
    await expect(page.getByRole('heading', { level: 1, name: 'Set up a second factor' })).toBeVisible();
    expect((await page.request.get(API.verify)).status()).toBe(401);
    await addApp(page);
    await expect(recoveryCodes(page)).toBeFocused();
    await expectResponsive(page, { widths: WIDTHS });
    await page.getByRole('button', { name: 'I have saved them' }).click();
    await expect(page).toHaveURL('/admin/today');
    expect((await page.request.get(API.verify)).status()).toBe(200);
  },
);
