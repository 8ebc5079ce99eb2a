import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';

/** Arguments that allow running as root, and prevent network traffic in the background. */
export const CHROMIUM_ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/**
 * Chromium honors only the last `--disable-features`, so this repeats Playwright's list. The last three start extra
 * pages and processes that cost a third of the test time.
 */
const DISABLED_FEATURES = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'msForceBrowserSignIn',
  'msEdgeUpdateLaunchServicesPreferredVersion',
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'SpareRendererForSitePerProcess',
];

export const PLAYWRIGHT_ARGUMENTS = [
  ...CHROMIUM_ARGUMENTS,
  // One process less for each browser.
  '--in-process-gpu',
  `--disable-features=${DISABLED_FEATURES.join(',')}`,
];

const HEADLESS_SHELL = '/usr/bin/chromium-headless-shell';

const SYSTEM_PATHS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/**
 * Returns the path of the browser for tests: `CHROMIUM_PATH`; else Debian's headless shell, which opens pages in two
 * thirds of the time, and is installed if this runs as root; else any Chromium. Throws if there is none.
 */
export function findChromium(): string {
  const named = process.env['CHROMIUM_PATH'];
  if (named) {
    if (existsSync(named)) return named;
    throw new Error(`CHROMIUM_PATH: can't find ${named}. Check the path.`);
  }
  if (!existsSync(HEADLESS_SHELL) && existsSync('/etc/debian_version') && process.getuid?.() === 0) {
    console.log('Installing Chromium…');
    const install =
      'apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq chromium-headless-shell';
    spawnSync('sh', ['-c', install], { stdio: ['ignore', 'ignore', 'inherit'] });
  }
  const found = [HEADLESS_SHELL, ...SYSTEM_PATHS, chromium.executablePath()].find((path) => existsSync(path));
  if (found) return found;
  throw new Error(
    'The browser tests need Chromium. Install it (apt-get install chromium-headless-shell, or npx playwright install chromium), or set CHROMIUM_PATH.',
  );
}
