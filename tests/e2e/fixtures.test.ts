import { expect, test } from './fixtures.ts';

const PROBLEMS: readonly (readonly [pattern: RegExp, cause: () => unknown])[] = [
  [/^console error: Something is off\./, () => console.error('Something is off.')],
  [/^console warning: Something may be off\./, () => console.warn('Something may be off.')],
  [
    /^page error: Error: Not caught\./,
    () =>
      setTimeout(() => {
        throw new Error('Not caught.');
      }),
  ],
  [/^page error: Error: Not awaited\./, () => void Promise.reject(new Error('Not awaited.'))],
  [
    /^console error: security policy violation: img-src http:\/\/other\.invalid\/pixel\.png/,
    () => {
      document.body.append(
        Object.assign(document.createElement('img'), { src: 'http://other.invalid/pixel.png' }),
      );
    },
  ],
];

test('finds every kind of problem, including HTML that differs after hydration', async ({
  page,
  visit,
  expectProblem,
}) => {
  await page.route('/store', async (route) => {
    const response = await route.fetch();
    await route.fulfill({
      response,
      body: (await response.text()).replace('>Merchandise<', '>Merchandize<'),
    });
  });
  expectProblem(/^page error: .*React error #418/);
  // The browser also reports the blocked image in two other ways.
  expectProblem(/^request failed: http:\/\/other\.invalid\/pixel\.png csp/);
  expectProblem(/^console error: .*violates the following Content Security Policy directive/);
  for (const [pattern] of PROBLEMS) expectProblem(pattern);

  await visit('/store');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Merchandise');
  for (const [, cause] of PROBLEMS) await page.evaluate(cause);
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
});

test('fails on an unexpected problem', async ({ page, visit }) => {
  test.fail();
  await visit('/store');
  await page.evaluate(() => console.error('Something is off.'));
});

test('fails when an expected problem does not occur', async ({ visit, expectProblem }) => {
  test.fail();
  expectProblem(/Nothing of the kind/);
  await visit('/store');
});
