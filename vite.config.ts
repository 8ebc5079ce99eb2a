import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Two builds: for the browser into build/browser, and with `--ssr` for the server into build/server. */
export default defineConfig(({ command, isSsrBuild }) => ({
  plugins: [react()],
  appType: 'custom',
  // Set at build time, to drop React's development build, which is half of the server bundle.
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
            'cash-bids': 'app/routes/cash-bids/cash-bids.css',
            'wall-board': 'app/routes/wall-board/wall-board.css',
            'price-sheet-page': 'app/routes/price-sheet/price-sheet-page.css',
            'wall-board-script': 'app/routes/wall-board/wall-board-client.ts',
          },
          // Drop the functions that build schemas from the browser bundle: only the server checks schemas.
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
