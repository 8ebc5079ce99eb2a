import type { OutgoingHttpHeaders } from 'node:http';
import { CASH_BIDS_PAGE, PRICE_SHEET_PAGE, WALL_BOARD_PAGE } from '#contract/cash-bids.ts';
import { STANDALONE_KEY, pioneerKeyOf } from '#server/platform/http/cache-key.ts';
import { responseHeaders } from '#server/platform/http/headers.ts';
import { WIDGET_PAGES } from '#contract/paths.ts';
import type { PageEntry, PageState } from '#shared/page-content.ts';
import type { VendorWidget } from '#contract/site-embeds.ts';
import type { Site } from '#contract/site.ts';
import { SITE_TEXT_ID } from '#contract/site-text.ts';
import type { Services } from '#server/domains/services.ts';
import type { Assets } from './assets.ts';
import { contentSecurityPolicy } from './content-security-policy.ts';
import { dataElement, documentOf, linkedDataElement, publicSite, siteColors } from './document.ts';
import { businessOf, metadataOf } from './search-engines.ts';
import { createPageSource } from './page-source.ts';

/** Client-side navigation from other pages never leads to a page of the editor. */
const isEditorPage = (path: string) => path === '/admin' || path.startsWith('/admin/');
const BUSINESS_PAGES: ReadonlySet<string> = new Set(['/', '/contact-us']);

export type RenderedDocument = { status: number; html: string; headers: OutgoingHttpHeaders };

export type PageRenderer = {
  /** Returns true if the cache key is that of a page. */
  has(key: string): boolean;
  /** Renders the document for a cache key, or the not-found page for any other. Rejects when rendering fails. */
  render(key: string): Promise<RenderedDocument>;
};

export function createPageRenderer({
  entry,
  site,
  services,
  assets,
  headers,
  uploadOrigin,
}: {
  entry: PageEntry;
  site: Site;
  services: Services;
  assets: Assets;
  headers: OutgoingHttpHeaders;
  /** Origin to which the editor uploads files, if it is not this server. */
  uploadOrigin?: string | undefined;
}): PageRenderer {
  const siteForPages = publicSite(site);
  const source = createPageSource(services);
  const colors = siteColors(site);

  const keys: ReadonlySet<string> = new Set([
    ...entry.paths,
    ...site.pioneer.categories.map(({ id }) => pioneerKeyOf(id)),
    CASH_BIDS_PAGE,
    STANDALONE_KEY,
    WALL_BOARD_PAGE,
    PRICE_SHEET_PAGE,
  ]);

  const connectionsOf = (path: string) => (uploadOrigin && isEditorPage(path) ? [uploadOrigin] : []);
  const fonts = assets.site.fonts.map(
    (font) => `<link rel="preload" href="${font}" as="font" type="font/woff2" crossorigin>`,
  );

  const cashBids = standalone({
    style: assets.cashBids.style,
    script: vendorScript(site.embeds.cashBids),
    widget: site.embeds.cashBids,
  });
  const wallBoard = standalone({
    style: assets.wallBoard.style,
    script: bootScript(assets.wallBoard.scripts),
  });
  const priceSheet = standalone({ style: assets.priceSheet.style });

  const pageHeaders = (policy: string, version: number): OutgoingHttpHeaders =>
    responseHeaders(headers, { type: 'text/html; charset=utf-8', policy, cache: 'revalidated', version });

  /** Creates a renderer of a standalone page. Search engines must not index it in place of the app's own page. */
  function standalone({
    style: plain,
    script: own,
    widget = null,
  }: {
    style: string;
    script?: string | undefined;
    widget?: VendorWidget | null;
  }) {
    const style = plain + colors;
    const policy = contentSecurityPolicy({ site, scripts: own ? [own] : [], styles: [style], widget });
    const head = `<meta name="robots" content="noindex">\n<style>${style}</style>`;
    return ({ title, html }: { title: string; html: string }, contentVersion: number): RenderedDocument => ({
      status: 200,
      html: documentOf({ site, title, head, body: own ? `${html}<script>${own}</script>` : html }),
      headers: pageHeaders(policy, contentVersion),
    });
  }

  return {
    has: (key) => keys.has(key),

    async render(key) {
      // Read the version first: one that is too old causes a needless refresh, one that is too new hides a change.
      const contentVersion = services.content.version();
      if (key === CASH_BIDS_PAGE || key === STANDALONE_KEY) {
        const telephone = services.siteText.find(SITE_TEXT_ID.ContactUsPhoneNumber);
        const isStandalone = key === STANDALONE_KEY;
        const page = { telephone, isStandalone, age: services.cashBids.age() };
        const { title, html } = await entry.renderCashBids(services.cashBids.list(), page, siteForPages);
        const { headers: own, ...rest } = cashBids({ title, html }, contentVersion);
        return { ...rest, headers: { ...own, vary: 'sec-fetch-dest' } };
      }
      if (key === PRICE_SHEET_PAGE) {
        const content = { ...source.priceSheet(), publicAddress: site.publicAddress };
        return priceSheet(await entry.renderPriceSheet(content, siteForPages), contentVersion);
      }
      if (key === WALL_BOARD_PAGE) {
        const telephone = services.siteText.find(SITE_TEXT_ID.ContactUsPhoneNumber);
        const page = { telephone, age: services.cashBids.age() };
        return wallBoard(
          await entry.renderWallBoard(services.cashBids.list(), page, siteForPages),
          contentVersion,
        );
      }
      const page = await entry.renderPage(key, source, siteForPages);
      const state: PageState = {
        site: siteForPages,
        shell: source.shell(),
        loaderData: page.loaderData,
        contentVersion,
      };
      const style = assets.styleOf(page.modules) + colors;
      const script = bootScript(assets.site.scripts, assets.scriptsOf(page.modules));
      const metadata = metadataOf({ site, url: key, title: page.title, isFound: page.status === 200 });
      const head = [...metadata, `<style>${style}</style>`, ...fonts].join('\n');
      const business = BUSINESS_PAGES.has(key)
        ? linkedDataElement(businessOf(site, services.siteText.find))
        : '';
      const data = dataElement('page-state', state);
      const body = `<div id="root">${page.html}</div>${business}${data}<script>${script}</script>`;
      return {
        status: page.status,
        html: documentOf({ site, title: page.title, head, body }),
        headers: pageHeaders(
          contentSecurityPolicy({
            site,
            scripts: [script],
            styles: [style],
            widget: widgetOf(site, key),
            connections: connectionsOf(key),
          }),
          contentVersion,
        ),
      };
    },
  };
}

function vendorScript(widget: VendorWidget | null): string | undefined {
  if (!widget || typeof widget === 'string') return undefined;
  // A `</script>` in the JSON would end the inline script.
  const src = JSON.stringify(widget.script).replaceAll('<', '\\u003c');
  return `document.querySelector(".barchart").after(Object.assign(document.createElement("script"),{src:${src},async:true,referrerPolicy:"no-referrer"}))`;
}

function widgetOf({ embeds }: Site, url: string): VendorWidget | null {
  const page = WIDGET_PAGES.find((path) => path === url);
  return page === undefined ? null : embeds.pages[page];
}

/**
 * Returns the only inline script, which loads the real ones with low priority after the content. `strict-dynamic`
 * trusts scripts that a listed script inserts, but not `import()` in the markup.
 */
function bootScript(urls: readonly string[], deferred: readonly string[] = []): string {
  const run = appendEach(urls, 'script', 'type:"module"', 'src');
  // Preload the modules that the app imports only once it runs.
  return deferred.length > 0 ? `${run};${appendEach(deferred, 'link', 'rel:"modulepreload"', 'href')}` : run;
}

function appendEach(urls: readonly string[], tag: string, type: string, attribute: string): string {
  return `for(const ${attribute} of ${JSON.stringify(urls)})document.head.append(Object.assign(document.createElement("${tag}"),{${type},fetchPriority:"low",${attribute}}))`;
}
