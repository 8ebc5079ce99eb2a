import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';
import { PLAYWRIGHT_ARGUMENTS, findChromium } from './script/chromium.ts';
import { IS_LONG_RUN } from './tests/support/effort.ts';

export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '*.test.ts',
  ...(!IS_LONG_RUN && { grepInvert: /@long/ }),
  snapshotPathTemplate: '{testDir}/recordings/{arg}{ext}',
  fullyParallel: true,
  // One more than the CPUs, because tests also wait for timers and animations.
  workers: availableParallelism() + 1,
  forbidOnly: true,
  // Long enough for a busy machine: tests fail when something never happens, not when it happens late.
  timeout: 60_000,
  expect: { timeout: 15_000 },
  // In CI, a test that passes only at the second try is listed as flaky.
  retries: process.env['CI'] ? 1 : 0,
  reporter: [['list'], ['./script/test/browser-reporter.ts']],
  outputDir: 'test-results/browser',
  use: {
    launchOptions: { executablePath: findChromium(), args: PLAYWRIGHT_ARGUMENTS },
    locale: 'en-US',
    viewport: { width: 1280, height: 900 },
  },
});
