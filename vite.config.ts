import react from '@vitejs/plugin-react';
import { readdirSync } from 'node:fs';
import standaloneCode from 'ajv/dist/standalone/index.js';
import { defineConfig, type Plugin } from 'vite';
import { ajv, isSite } from './server/platform/settings/is-site.ts';

/** Two builds: for the browser into build/browser, and with `--ssr` for the server into build/server. */
export default defineConfig(({ command, isSsrBuild }) => ({
  plugins: [react(), ...(isSsrBuild ? [compileSiteValidator()] : [])],
  appType: 'custom',
  ...(command === 'build' && { css: { modules: { generateScopedName: shortClassName } } }),
  // Set at build time, to drop React's development build, which is half of the server bundle.
  ...(isSsrBuild && { define: { 'process.env.NODE_ENV': JSON.stringify('production') } }),
  build: isSsrBuild
    ? {
        outDir: 'build/server',
        rolldownOptions: {
          input: ['server/process/main.ts', 'app/entry-server.tsx'],
          // Required only where it is installed.
          external: ['pg-native'],
          output: { comments: false },
        },
        copyPublicDir: false,
        minify: false,
      }
    : {
        outDir: 'build/browser',
        manifest: 'manifest.json',
        rolldownOptions: {
          input: {
            site: 'app/entry-browser.tsx',
            'cash-bids': 'app/routes/cash-bids/cash-bids.css',
            'wall-board': 'app/routes/wall-board/wall-board.css',
            'vendor-frame': 'app/routes/vendor-frame.css',
            'price-sheet-page': 'app/routes/price-sheet/price-sheet-page.css',
            'past-prices-page': 'app/routes/past-prices/past-prices-page.css',
            'live-frame-script': 'app/routes/live-frame-client.ts',
            'wall-board-script': 'app/routes/wall-board/wall-board-client.ts',
          },
          output: {
            codeSplitting: {
              groups: [
                // Compiled in a separate task.
                { name: 'react', test: /\/node_modules\/(?:react|react-dom|scheduler)\//, priority: 1 },
                // What every page needs, and the styles of all public pages, whose order must not depend on the first page.
                // Also what several pages share: on a slow connection, a request costs more than these files weigh.
                { name: 'site', test: (id: string) => IN_SITE.some((each) => each.test(id)) },
                // What pages outside of the app load, too, without the app.
                { name: 'live', test: (id: string) => IN_LIVE.some((each) => each.test(id)), priority: 2 },
                // What many pages need. Otherwise, each module that two of them share would be a file.
                { name: 'parts', test: /\/(?:app\/(?:ui|browser)|shared|contract)\//, minShareCount: 3 },
              ],
            },
          },
          // Drop the functions that build schemas from the browser bundle: only the server checks schemas.
          treeshake: {
            // Schemas read limits from objects.
            propertyReadSideEffects: false,
            moduleSideEffects: [{ test: /\/node_modules\/typebox\//, sideEffects: false }],
            manualPureFunctions: [
              'Type',
              'Saved',
              'Moment',
              'OrNull',
              'EmployeeField',
              'Cells',
              'TextsByType',
              'LocationText',
              'PageLine',
              'PageIds',
              'Block',
            ],
          },
        },
        assetsInlineLimit: 0,
        modulePreload: { polyfill: false },
      },
  // Bundle all packages into one file, because loading a hundred slows the start. Development uses them unbundled.
  ssr: { target: 'node', ...(command === 'build' && { noExternal: true }) },
}));

const CSS_MODULES = readdirSync('app', { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.module.css'))
  .map((file) => `/app/${file.replaceAll('\\', '/')}`)
  .toSorted();
const classNames = new Map<string, string[]>();

/**
 * Returns letters for the file and the number of the class in it, which the builds for the browser and the server
 * number alike. Names of classes would be an eighth of the styles in each page.
 */
function shortClassName(name: string, path: string): string {
  const file = CSS_MODULES.findIndex((each) => path.replaceAll('\\', '/').endsWith(each));
  if (file === -1) throw new Error(`${path} is not in the app folder.`);
  const names = classNames.get(path) ?? [];
  if (!names.includes(name)) names.push(name);
  classNames.set(path, names);
  return `${lettersOf(file)}${names.indexOf(name)}`;
}

/** Without d, because ad blockers hide elements with classes such as `ad1`. */
const LETTERS = 'abcefghijklmnopqrstuvwxyz';

const lettersOf = (number: number): string =>
  (number < LETTERS.length ? '' : lettersOf(Math.floor(number / LETTERS.length) - 1)) +
  LETTERS[number % LETTERS.length]!;

const IN_SITE = [
  /\/app\/(?:entry-browser|root)\.tsx$/,
  /\/app\/(?:ui|routes\/(?!admin\/)).*\.module\.css$/,
  /\/contract\/pioneer\.ts$/,
  /\/app\/browser\/(?:smooth-scroll|use-client-value|user-interaction)\.ts$/,
  /\/app\/ui\/(?:announcement|crew|drawing-list|error-message|exchange-marks|fuel-cards|hash-scroll|hours-table|open-now|page|price-table-view|restore-scroll-after-load|spinner|time|weather-panel)\.tsx$/,
];

const IN_LIVE = [
  /\/app\/browser\/(?:live-parts|mark-changes|morph|watch-version|while-visible)\.ts$/,
  /\/contract\/version-path\.ts$/,
];

/** Replaces the module that compiles the validator of the site file with the compiled validator. */
function compileSiteValidator(): Plugin {
  return {
    name: 'compile-site-validator',
    load(id) {
      if (!id.endsWith('/server/platform/settings/is-site.ts')) return;
      return `import { FORMATS } from './site-formats.ts';\n${standaloneCode.default(ajv, isSite)}\nexport const isSite = validate;`;
    },
  };
}
