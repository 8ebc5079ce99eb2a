import { accessibilityViolations } from './accessibility.ts';
import { expect, test } from './fixtures.ts';
import { textOverlaps } from './text-overlaps.ts';

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

test('finds every kind of problem, including HTML that differs after hydration, and low contrast', async ({
  page,
  visit,
  expectProblem,
}) => {
  await page.route('/weather', async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace('>Weather</h1>', '>Wetter</h1>');
    await route.fulfill({ response, body });
  });
  expectProblem(/^page error: .*React error #418/);
  // The browser also reports the blocked image in two other ways.
  expectProblem(/^request failed: http:\/\/other\.invalid\/pixel\.png csp/);
  expectProblem(/^console error: .*violates the following Content Security Policy directive/);
  for (const [pattern] of PROBLEMS) expectProblem(pattern);

  await visit('/weather');
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toHaveText('Weather');
  for (const [, cause] of PROBLEMS) await page.evaluate(cause);
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));

  await page.locator('body > img').evaluate((image) => image.remove());
  await page.getByText('for information only').evaluate((text) => (text.style.color = '#6f6f6f'));
  expect(await accessibilityViolations(page)).toEqual([
    expect.stringMatching(/^color-contrast-enhanced .*Market data/),
  ]);
  await heading.evaluate((text) => (text.style.marginBottom = '-60px'));
  expect((await textOverlaps(page)).join('\n')).toMatch(/^overlapping: Weather/);
});

// A failed test costs everyone else a new browser and a new site.
test('fails on an unexpected problem', { tag: '@long' }, async ({ page }) => {
  test.fail();
  await page.evaluate(() => console.error('Something is off.'));
});

test('fails when an expected problem does not occur', { tag: '@long' }, ({ expectProblem }) => {
  test.fail();
  expectProblem(/Nothing of the kind/);
});
