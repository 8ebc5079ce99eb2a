import { versionId } from '#contract/content-version.ts';
import type { ContentVersion } from '#server/platform/change-log/change-log-store.ts';
import { createHash } from 'node:crypto';
import type { OutgoingHttpHeaders } from 'node:http';
import { CASH_BIDS_PAGE, PRICE_SHEET_PAGE, WALL_BOARD_PAGE } from '#contract/cash-bids.ts';
import { GALLERY_PAGE, galleryPages, IMAGE_TYPE, PAGE_PARAMETER, pageNumberOf } from '#contract/images.ts';
import { MISSING_GALLERY_PAGE, STANDALONE_KEY, cropKeyOf, readHistoryKey } from './page-key.ts';
import { responseHeaders } from '#server/platform/http/headers.ts';
import { DASHBOARD_PAGE, DASHBOARD_REQUESTS, vendorFrameOf, WIDGET_PAGES } from '#contract/paths.ts';
import type { PageEntry, PageState, PastPricesContent, SignInAttempt } from '#shared/page-content.ts';
import type { VendorScript, VendorWidget } from '#contract/site-embeds.ts';
import type { Site } from '#contract/site.ts';
import { setUtcOffsets, type UtcOffsets } from '#shared/date-time.ts';
import { utcOffsetsAround } from './utc-offsets.ts';
import { isShown } from '#shared/site-parts.ts';
import { SITE_TEXT_ID } from '#contract/site-text.ts';
import { CATEGORY_PARAMETER } from '#contract/pioneer.ts';
import { brandPath, PIONEER_PAGE } from '#contract/seed-brands.ts';
import type { Services } from '#server/domains/services.ts';
import type { Assets } from './assets.ts';
import { bootScript, SCROLL_SCRIPT } from './boot-script.ts';
import { contentSecurityPolicy, vendorFramePolicy } from './content-security-policy.ts';
import { dataElement, documentOf, linkedDataElement, publicSite, siteColors } from './document.ts';
import { businessOf, metadataOf, webPageOf } from './search-engines.ts';
import { createPageSource, findIcon, findShareImage } from './page-source.ts';
import { withCropImages } from './crop-images.ts';
import { VENDOR_BIDS_SCRIPT, vendorFrameBody, vendorFrameScript } from './vendor-frame.ts';

/** Client-side navigation from other pages never leads to a page of the editor. */
const isEditorPage = (path: string) => path === '/admin' || path.startsWith('/admin/');
const REVISION_LENGTH = 16;
/** The page that shows all locations. */
const LOCATIONS_PAGE = '/contact-us';
const BUSINESS_PAGES: ReadonlySet<string> = new Set(['/', LOCATIONS_PAGE]);

export type RenderedDocument = { status: number; html: string; headers: OutgoingHttpHeaders };

export type PageRenderer = {
  /** Returns true if the cache key is that of a page. */
  has(key: string): boolean;
  /**
   * Renders the document for a cache key, or the not-found page for any other. Rejects when rendering fails. With a
   * failed sign-in, which the sign-in page shows, the document must not be cached.
   */
  render(key: string, attempt?: SignInAttempt): Promise<RenderedDocument>;
};

/** Renders the page of past prices, whose status and caching depend on the request. */
export type RenderPastPrices = (
  content: Omit<PastPricesContent, 'oldAfterHours' | 'telephone'>,
  response: { status: number; cacheControl: string },
) => Promise<RenderedDocument>;

export function createPageRenderer({
  entry,
  services,
  assets,
  headers,
  deletedImageDays,
  uploadOrigin,
}: {
  entry: PageEntry;
  services: Services;
  assets: Assets;
  headers: OutgoingHttpHeaders;
  /** Days for which deleted images can be restored, if not the default. */
  deletedImageDays?: number;
  /** Origin to which the editor uploads files, if it is not this server. */
  uploadOrigin?: string | undefined;
}): PageRenderer & {
  renderPastPrices: RenderPastPrices;
  /** Returns a hash of what an open page keeps during client-side navigation: settings, colors, menu, logo, and phone. */
  siteRevision: () => string;
} {
  const source = createPageSource(services);
  let derived: ReturnType<typeof derive> | undefined;

  /** Returns the current site with what is derived from it, which is computed once after a change of a setting. */
  function current(): ReturnType<typeof derive> {
    const site = services.site.current();
    if (derived?.site !== site) derived = derive(site);
    return derived;
  }

  /** A history of any other bid has the key of an empty id, so that made-up ids cannot fill the cache. */
  function isHistory(key: string): boolean {
    const { page, bid } = readHistoryKey(key);
    if (bid === undefined || (page !== CASH_BIDS_PAGE && page !== STANDALONE_KEY)) return false;
    return bid === '' || services.cashBids.ids().includes(bid);
  }

  const connectionsOf = (path: string) => (uploadOrigin && isEditorPage(path) ? [uploadOrigin] : []);
  // In a header, because browsers find elements of the document only after the first part of it has arrived.
  const link = assets.site.fonts
    .map((font) => `<${font}>; rel=preload; as=font; type="font/woff2"; crossorigin`)
    .join(', ');

  function derive(site: Site) {
    const colors = siteColors(site);
    const look = { site, colors };
    const vendorFrames = new Map(
      ([CASH_BIDS_PAGE, ...WIDGET_PAGES] as const).flatMap((path) => {
        const widget = isShown(site, path) ? widgetOf(site, path) : null;
        return isScript(widget) ? [[vendorFrameOf(path), vendorFrame(look, path, widget)]] : [];
      }),
    );
    const keys: ReadonlySet<string> = new Set(
      [
        ...vendorFrames.keys(),
        ...entry.paths,
        ...seedPages(site),
        MISSING_GALLERY_PAGE,
        CASH_BIDS_PAGE,
        STANDALONE_KEY,
        WALL_BOARD_PAGE,
        PRICE_SHEET_PAGE,
      ].filter((key) => isShown(site, key)),
    );
    return {
      ...look,
      siteForPages: publicSite(site),
      vendorFrames,
      keys,
      /** By path. */
      layouts: new Map<string, ReturnType<typeof createLayout>>(),
      cashBids: standalone(look, {
        style: assets.cashBids.style,
        script: isScript(site.embeds.cashBids) ? VENDOR_BIDS_SCRIPT : undefined,
        widget: site.embeds.cashBids,
      }),
      wallBoard: standalone(look, {
        style: assets.wallBoard.style,
        script: bootScript(assets.wallBoard.scripts),
      }),
      pastPrices: standalone(look, { style: assets.pastPrices.style, script: PRINT_SCRIPT }),
      priceSheet: standalone(look, { style: assets.priceSheet.style, script: PRINT_SCRIPT }),
    };
  }

  let revision: { site: Site; menu: Site['navigation']; logoAndPhone: string; hash: string } | undefined;

  function siteRevision(): string {
    const { site, siteForPages, colors } = current();
    const menu = source.menu();
    const logoAndPhone = JSON.stringify([
      source.logo(),
      services.siteText.find(SITE_TEXT_ID.ContactUsPhoneNumber),
    ]);
    if (revision?.site !== site || revision.menu !== menu || revision.logoAndPhone !== logoAndPhone) {
      const kept = JSON.stringify([siteForPages, colors, menu, logoAndPhone]);
      const hash = createHash('sha256').update(kept).digest('hex').slice(0, REVISION_LENGTH);
      revision = { site, menu, logoAndPhone, hash };
    }
    return revision.hash;
  }

  const pageHeaders = (policy: string, version: ContentVersion): OutgoingHttpHeaders =>
    responseHeaders(headers, { type: 'text/html; charset=utf-8', policy, cache: 'revalidated', version });
  let known: { day: string; timeZone: string; offsets: UtcOffsets } | undefined;

  /** Returns the offsets around a day, which take some milliseconds to find. */
  function utcOffsetsOn(day: string, { timeZone }: Site): UtcOffsets {
    if (known?.day !== day || known.timeZone !== timeZone) {
      known = { day, timeZone, offsets: utcOffsetsAround(day, timeZone) };
      // Pages show many times, and each would take five times as long without them.
      setUtcOffsets(timeZone, known.offsets);
    }
    return known.offsets;
  }

  const withFonts = (own: OutgoingHttpHeaders): OutgoingHttpHeaders => ({ ...own, ...(link && { link }) });

  /** Creates a renderer of a standalone page. Search engines must not index it in place of the app's own page. */
  function standalone(
    { site, colors }: Look,
    {
      style: plain,
      script: own,
      widget = null,
    }: { style: string; script?: string | undefined; widget?: VendorWidget | null },
  ) {
    const style = plain + colors;
    const policy = contentSecurityPolicy({ site, scripts: own ? [own] : [], styles: [style], widget });
    const head = `<meta name="robots" content="noindex">\n<style>${style}</style>`;
    return (
      { title, html }: { title: string; html: string },
      contentVersion: ContentVersion,
    ): RenderedDocument => ({
      status: 200,
      html: documentOf({
        site,
        title,
        icon: findIcon(services),
        head,
        body: own ? `${html}<script>${own}</script>` : html,
      }),
      headers: withFonts(pageHeaders(policy, contentVersion)),
    });
  }

  /** Creates the sandboxed document of a vendor's script. Its links open in new tabs, as they cannot in the iframe. */
  function vendorFrame({ site, colors }: Look, path: keyof Site['titles'], widget: VendorScript) {
    const script = vendorFrameScript(widget, { areBids: path === CASH_BIDS_PAGE });
    const style = assets.vendorFrame.style + colors;
    const head = `<meta name="robots" content="noindex">\n<base target="_blank">\n<style>${style}</style>`;
    const body = `${vendorFrameBody(widget)}<script>${script}</script>`;
    return {
      html: documentOf({ site, title: site.titles[path], head, body }),
      policy: vendorFramePolicy({ site, widget, script }),
    };
  }

  /** Returns the parts of a page that only depend on the site. Keeps them, because hashing takes time. */
  function layoutOf(key: string, module: string | undefined) {
    const { layouts, ...look } = current();
    const [path = ''] = key.split('?', 1);
    const kept = layouts.get(path);
    if (kept) return kept;
    const layout = createLayout(look, path, module);
    layouts.set(path, layout);
    return layout;
  }

  function createLayout({ site, colors }: Look, path: string, module: string | undefined) {
    const { style: plain, files } = assets.styleOf(module);
    const style = plain + colors;
    const isUrgent = path.startsWith('/admin/');
    const requests = path === DASHBOARD_PAGE ? DASHBOARD_REQUESTS : [];
    const script =
      bootScript(assets.site.scripts, assets.scriptsOf(module), { isUrgent, requests }) + SCROLL_SCRIPT;
    const policy = contentSecurityPolicy({
      site,
      scripts: [script],
      styles: [style],
      widget: widgetOf(site, path),
      connections: connectionsOf(path),
    });
    // The editor's scripts load files of styles unless the page links them. Disabled links load nothing.
    const linked = (isEditorPage(path) ? files : []).map(
      (file) => `<link rel="stylesheet" href="${file}" disabled>`,
    );
    return {
      style: `${linked.join('')}<style>${style}</style>`,
      script: `<script>${script}</script>`,
      policy,
    };
  }

  function hasGalleryPage(key: string): boolean {
    const [path, query] = key.split('?', 2);
    if (path !== GALLERY_PAGE || !current().site.parts.gallery) return false;
    const page = pageNumberOf(new URLSearchParams(query).get(PAGE_PARAMETER));
    return page > 0 && page <= galleryPages(services.images.count(IMAGE_TYPE.gallery));
  }

  async function renderCashBids(key: string, contentVersion: ContentVersion): Promise<RenderedDocument> {
    const { page, bid, days } = readHistoryKey(key);
    const { cashBids, siteForPages } = current();
    const ids = services.cashBids.ids();
    const isPosted = bid !== undefined && ids.includes(bid);
    const { title, html } = await entry.renderCashBids(
      services.cashBids.list(),
      {
        telephone: services.siteText.find(SITE_TEXT_ID.ContactUsPhoneNumber),
        phones: source.bidPhones(),
        isStandalone: page === STANDALONE_KEY,
        age: services.cashBids.age(),
        history: { ids, open: isPosted ? await services.pastPrices.history(bid, days) : undefined },
        isMissing: bid !== undefined && !isPosted,
      },
      siteForPages,
    );
    const { headers: own, ...rest } = cashBids({ title, html }, contentVersion);
    return { ...rest, headers: { ...own, vary: 'sec-fetch-dest' } };
  }

  return {
    has: (key) =>
      current().keys.has(key) || services.ownPages.isShown(key) || hasGalleryPage(key) || isHistory(key),

    siteRevision,

    async renderPastPrices(content, { status, cacheControl }) {
      const contentVersion = services.content.version();
      const { site, siteForPages, pastPrices } = current();
      const page = {
        ...content,
        oldAfterHours: site.cashBids.oldAfterHours,
        telephone: services.siteText.find(SITE_TEXT_ID.ContactUsPhoneNumber),
      };
      const { headers: own, html } = pastPrices(
        await entry.renderPastPrices(page, siteForPages),
        contentVersion,
      );
      return { status, html, headers: { ...own, 'cache-control': cacheControl } };
    },

    async render(key, attempt) {
      // Read the version first: one that is too old causes a needless refresh, one that is too new hides a change.
      const contentVersion = services.content.version();
      const { site, siteForPages, vendorFrames, priceSheet, wallBoard } = current();
      const frame = vendorFrames.get(key);
      if (frame) return { status: 200, html: frame.html, headers: pageHeaders(frame.policy, contentVersion) };
      if (key === CASH_BIDS_PAGE || key === STANDALONE_KEY || isHistory(key))
        return renderCashBids(key, contentVersion);
      if (key === PRICE_SHEET_PAGE) {
        const content = { ...source.priceSheet(), publicAddress: site.publicAddress };
        return priceSheet(await entry.renderPriceSheet(content, siteForPages), contentVersion);
      }
      if (key === WALL_BOARD_PAGE) {
        const telephone = services.siteText.find(SITE_TEXT_ID.ContactUsPhoneNumber);
        const page = { telephone, phones: source.bidPhones(), age: services.cashBids.age() };
        return wallBoard(
          await entry.renderWallBoard(services.cashBids.list(), page, siteForPages),
          contentVersion,
        );
      }
      const pages = attempt ? { ...source.pages, '/admin': () => ({ attempt }) } : source.pages;
      const shell = source.shell();
      const logo = shell.logo ? site.logo : assets.inlined(site.logo);
      const shownSite = withCropImages({ ...siteForPages, logo }, services.images.find);
      // Read before the page loads: a change that hides the page may also save a draft.
      const own = services.ownPages.find(key);
      const page = await entry.renderPage(key, { ...source, pages, shell: () => shell }, shownSite);
      const state: PageState = {
        site: isEditorPage(key) ? { ...shownSite, deletedImageDays } : shownSite,
        shell,
        path: page.path,
        content: page.content,
        contentVersion: versionId(contentVersion),
        siteRevision: siteRevision(),
        utcOffsets: utcOffsetsOn(shell.today, site),
      };
      // Pages of administrators, which can be many, share a layout.
      const { style, script, policy } = layoutOf(own ? page.path : key, page.module);
      const shared = { ...site, shareImage: findShareImage(services) };
      const isFound = page.status === 200;
      const metadata = metadataOf({ site: shared, url: key, title: page.title, isFound, own });
      const head = [...metadata, style].join('\n');
      const locations = key === LOCATIONS_PAGE ? source.locations() : [];
      const business = BUSINESS_PAGES.has(key)
        ? linkedDataElement(businessOf(shared, services.siteText.find, locations))
        : own
          ? linkedDataElement(webPageOf(site, own))
          : '';
      const data = dataElement('page-state', state);
      const body = `<div id="root">${page.html}</div>${business}${data}${script}`;
      return {
        status: page.status,
        html: documentOf({ site, title: page.title, icon: findIcon(services), head, body }),
        headers: withFonts(pageHeaders(policy, contentVersion)),
      };
    },
  };
}

/** Returns the cache keys of the pages of seed brands, without and with each crop. */
function seedPages({ pioneer, seedBrands }: Site): string[] {
  const pages = [
    { page: PIONEER_PAGE, categories: pioneer.categories },
    ...seedBrands.map(({ address, categories }) => ({ page: brandPath(address), categories })),
  ];
  return pages.flatMap(({ page, categories }) => [
    page,
    ...categories.map(({ id }) => cropKeyOf(page, { [CATEGORY_PARAMETER]: id })),
  ]);
}

/** A site and the styles of its colors. */
type Look = { site: Site; colors: string };

/** Shows the button that prints the price sheet, which needs a script. */
const PRINT_SCRIPT =
  'const button=document.querySelector("button");button.hidden=false;button.onclick=()=>print()';

const isScript = (widget: VendorWidget | null): widget is VendorScript =>
  typeof widget === 'object' && widget !== null;

function widgetOf({ embeds }: Site, url: string): VendorWidget | null {
  if (url === CASH_BIDS_PAGE) return embeds.cashBids;
  const page = WIDGET_PAGES.find((path) => path === url);
  return page === undefined ? null : embeds.pages[page];
}
