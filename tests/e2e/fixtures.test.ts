import { test } from './fixtures.ts';

/** What must fail a test that does not expect it. Each of these is meant to fail, and passes by that. */
const PROBLEMS: Record<string, () => unknown> = {
  'an error on the console': () => console.error('Something is off.'),
  'a warning on the console': () => console.warn('Something may be off.'),
  'an error that nobody catches': () =>
    setTimeout(() => {
      throw new Error('Nobody catches this.');
    }),
  'a promise that nobody waits for': () => void Promise.reject(new Error('Nobody waits for this.')),
  'a picture that the security policy refuses': () => {
    document.body.append(
      Object.assign(document.createElement('img'), { src: 'http://other.invalid/pixel.png' }),
    );
  },
};

for (const [kind, cause] of Object.entries(PROBLEMS)) {
  test(`A test fails by ${kind}`, async ({ page, visit }) => {
    test.fail();
    await visit('/store');
    await page.evaluate(cause);
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
  });
}

test('A test fails by HTML that the scripts do not take over as it is', async ({ page, visit }) => {
  test.fail();
  await page.route('/store', async (route) => {
    const response = await route.fetch();
    await route.fulfill({
      response,
      body: (await response.text()).replace('>Merchandise<', '>Merchandize<'),
    });
  });
  await visit('/store');
});

test('A test fails by a problem that it expects and that does not come', async ({ visit, expectProblem }) => {
  test.fail();
  expectProblem(/Nothing of the kind/);
  await visit('/store');
});

test('A problem that is expected fails nothing', async ({ page, visit, expectProblem }) => {
  expectProblem(/Something is off/);
  await visit('/store');
  await page.evaluate(() => console.error('Something is off.'));
});
