/**
 * `npm run dev`: serves the site from its sources with hot reload, in one process and on one port. Fake vendors replace
 * third-party embeds, so that it works offline.
 */
import middie from '@fastify/middie';
import { createServer, type ViteDevServer } from 'vite';
import type { PageEntry } from '#shared/page-content.ts';
import type { Development } from '#server/process/open-site.ts';
import { runServer } from '#server/process/run-server.ts';
import { stopOnSignals } from '#server/process/stop-server.ts';
import { siteWithFakeVendors, startFakeVendors } from '#tests/fake-vendors/fake-vendors.ts';

const BROWSER_ENTRY = '/app/entry-browser.tsx';
const imports = (...paths: string[]) => paths.map((path) => `@import url("/app/${path}.css");`).join('');

let vite: ViteDevServer | undefined;

function loadEntry(): Promise<PageEntry> {
  if (!vite) throw new Error('The sources are not served yet.');
  return vite.ssrLoadModule('/app/entry-server.tsx') as Promise<unknown> as Promise<PageEntry>;
}

const development: Development = {
  entry: {
    paths: [],
    renderPage: async (...parameters) => (await loadEntry()).renderPage(...parameters),
    renderStandalone: async (...parameters) => (await loadEntry()).renderStandalone(...parameters),
  },

  assets: {
    find: () => undefined,
    inlined: (url) => url,
    site: { scripts: [BROWSER_ENTRY], fonts: [] },
    styleOf: () => ({ style: imports('styles/tokens', 'styles/fonts', 'styles/base'), files: [] }),
    scriptsOf: () => [],
    standalone: {
      cashBids: imports('routes/cash-bids/cash-bids'),
      vendorFrame: imports('routes/vendor-frame'),
      pastPrices: imports('routes/past-prices/past-prices-page'),
      priceSheet: imports('routes/price-sheet/price-sheet-page'),
      wallBoard: imports('routes/wall-board/wall-board'),
    },
    liveFrameScripts: ['/app/routes/live-frame-client.ts'],
    boardScripts: ['/app/routes/wall-board/wall-board-client.ts'],
  },

  wrap: (renderer) => ({
    ...renderer,
    // Accept every path, because the route table is a source file that changes without a restart.
    has: () => true,
    async render(key, attempt) {
      const { status, body, headers } = await renderer.render(key, attempt);
      const { 'content-security-policy': _policy, ...rest } = headers;
      // Put the hot-reload client before the entry. Module scripts in the markup run in their order.
      const ordered = body
        .toString()
        .replace(
          /<script>\{const run=.*?<\/script>/,
          `<script type="module" src="${BROWSER_ENTRY}"></script>`,
        );
      const html = (await vite?.transformIndexHtml(key, ordered)) ?? ordered;
      return { status, body: Buffer.from(html), headers: rest };
    },
  }),

  async add(app) {
    vite = await createServer({
      appType: 'custom',
      server: { middlewareMode: true, hmr: { server: app.server } },
    });
    await app.register(middie);
    app.use(vite.middlewares);
    // Browsers keep the connection of hot reload open.
    app.addHook('preClose', () => vite?.close());
  },
};

const fakeVendors = await startFakeVendors();
const server = await runServer(process.env, console, {
  development,
  adapt: (site) => siteWithFakeVendors(site, fakeVendors.url),
});
if (!server) process.exit(1);
stopOnSignals(server.close);
