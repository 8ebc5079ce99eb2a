import { API } from '#contract/paths.ts';
import { announcement, expectSaved, fieldRow, welcome } from './dashboard-page.ts';
import { expect, test } from './fixtures.ts';

test.use({ openSections: ['home-page', 'contact-us-information', 'image-uploading'] });

test('removes the demo content after a confirmation, and brings it back unless the website has changed since', async ({
  page,
  visit,
  signIn,
  site,
  expectProblem,
}) => {
  expectProblem(/status of 401/);
  expectProblem(/status of 409/);
  await signIn();
  await site.with({ texts: { ContactUsAddress: '12 Our Road' } });
  await visit('/admin/dashboard');
  const { text, button } = welcome(page);
  const notice = page.getByRole('region', { name: 'Demo content' });
  const removeDemo = notice.getByRole('button', { name: 'Remove demo content' });
  const dialog = page.getByRole('dialog');
  const undo = page.getByRole('button', { name: 'Undo the removal of the demo content' });
  const home = async () => (await page.request.get('/')).text();
  const NOTE = 'This website is showing demo content.';
  const remove = async () => {
    await removeDemo.click();
    await dialog.getByRole('button', { name: 'Remove demo content' }).click();
  };
  await expect(text).not.toHaveValue('');
  const demoText = await text.inputValue();

  await test.step('keeps it when the removal is canceled or fails', async () => {
    await removeDemo.click();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog).toHaveCount(0);
    await expect(removeDemo).toBeFocused();
    await page.route(`**${API.demoContentRemoval}`, (route) => route.fulfill({ status: 401 }));
    await remove();
    await expect(notice.getByRole('alert')).toContainText(
      "We couldn't remove the demo content. You're signed out.",
    );
    await expect(notice.getByRole('link', { name: 'Sign in again' })).toBeVisible();
    await expect(removeDemo).toBeFocused();
    expect(await home()).toContain(NOTE);
    await page.unroute(`**${API.demoContentRemoval}`);
  });

  await test.step('keeps changed texts and unsaved text when it is removed', async () => {
    await announcement(page).text.fill('Typed before');
    await remove();
    await expect(page.getByRole('status').filter({ hasText: 'Demo content removed.' })).toBeVisible();
    await expect(notice).toHaveCount(0);
    await expect(text).toHaveValue('');
    await expect(page.getByText('No images in the gallery yet.')).toBeVisible();
    await expect(fieldRow(page, 'Address').text).toHaveValue('12 Our Road');
    await expect(announcement(page).text).toHaveText('Typed before');
    const newer = page.getByRole('group', { name: 'Newer version' });
    await expect(newer).toContainText('(blank)');
    await newer.getByRole('button', { name: 'Use the newer version' }).click();
    expect(await home()).not.toContain(NOTE);
  });

  await test.step('brings it back with Undo', async () => {
    await undo.click();
    await expect(removeDemo).toBeFocused();
    await expect(text).toHaveValue(demoText);
    expect(await home()).toContain(NOTE);
  });

  await test.step('cannot bring it back after another change', async () => {
    await remove();
    await expect(text).toHaveValue('');
    await text.fill('Welcome to us');
    await button.click();
    await expectSaved(welcome(page));
    await undo.click();
    const failure = page.getByRole('alert').filter({ hasText: "We couldn't bring the demo content back." });
    await expect(failure.getByRole('link', { name: 'history of all changes' })).toBeVisible();
    await expect(text).toHaveValue('Welcome to us');
    expect(await home()).toContain('Welcome to us');
    expect(await (await page.request.get(API.demoContent)).json()).toMatchObject({ isStanding: false });
  });
});
