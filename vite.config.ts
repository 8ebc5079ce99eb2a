import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Built twice: for the browser into build/browser, and with `--ssr` for the server into build/server. */
export default defineConfig(({ command, isSsrBuild }) => ({
  plugins: [react()],
  appType: 'custom',
  // Set at build time, so that React's development build, half of the server bundle, is dropped.
  ...(isSsrBuild && { define: { 'process.env.NODE_ENV': JSON.stringify('production') } }),
  build: isSsrBuild
    ? {
        outDir: 'build/server',
        rolldownOptions: { input: 'app/entry-server.tsx' },
        copyPublicDir: false,
        minify: false,
      }
    : {
        outDir: 'build/browser',
        manifest: 'manifest.json',
        rolldownOptions: {
          input: {
            site: 'app/entry-browser.tsx',
            'cash-bids': 'app/styles/cash-bids.css',
            'wall-board': 'app/styles/wall-board.css',
            'price-sheet-page': 'app/styles/price-sheet-page.css',
            'wall-board-script': 'app/browser/wall-board.ts',
          },
          // Schemas are checked on the server only; drop the functions that build them from the browser bundle.
          treeshake: {
            manualPureFunctions: ['Type', 'Saved', 'EmployeeField', 'Cells', 'TextsByType'],
          },
        },
        assetsInlineLimit: 0,
        modulePreload: { polyfill: false },
      },
  // Bundle all packages into one file, because loading a hundred slows the start. Development uses them unbundled.
  ssr: { target: 'node', ...(command === 'build' && { noExternal: true }) },
}));
