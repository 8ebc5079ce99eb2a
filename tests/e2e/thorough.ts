import { test } from '@playwright/test';
import { EFFORT } from '#tests/support/effort.ts';

/**
 * Whether this run checks more widths, themes and states, as the long run does. Throws in a test without the tag
 * `@thorough` or `@long`, because the long run repeats only tests with one of them.
 */
export function isThorough(): boolean {
  const { tags, title } = test.info();
  if (!tags.includes('@thorough') && !tags.includes('@long')) {
    throw new Error(`Tag the test “${title}” @thorough: the long run checks more in it.`);
  }
  return EFFORT.widths === 'all';
}
