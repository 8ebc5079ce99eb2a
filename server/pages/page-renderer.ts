import { createHash } from 'node:crypto';
import { versionId } from '#contract/content-version.ts';
import type { Site } from '#contract/site.ts';
import type { Services } from '#server/domains/services.ts';
import type { Rendered } from '#server/http/response.ts';
import { keepLatest } from '#server/platform/keep-latest.ts';
import { setUtcOffsets } from '#shared/date-time.ts';
import type { PageEntry, PageState, PublicSite, SignInAttempt } from '#shared/page-content.ts';
import type { Assets } from './assets.ts';
import { dataElement, documentOf, linkedDataElement } from './document.ts';
import { createDocuments, isEditorPage, type PageVersion } from './page-documents.ts';
import { withOwnImages } from './own-images.ts';
import { createPageCheck } from './page-key.ts';
import { findMarketTables } from './market-tables.ts';
import { createPageSource, findIcon, findShareImage } from './page-source.ts';
import { businessOf, metadataOf, webPageOf } from './search-engines.ts';
import { createStandalonePages } from './standalone-pages.ts';
import { utcOffsetsAround } from './utc-offsets.ts';

const REVISION_LENGTH = 16;
/** The page that shows all locations. */
const LOCATIONS_PAGE = '/contact-us';
const BUSINESS_PAGES: ReadonlySet<string> = new Set(['/', LOCATIONS_PAGE]);

export type PageRenderer = ReturnType<typeof createPageRenderer>;

export function createPageRenderer({
  entry,
  services,
  assets,
  deletedImageDays,
  sendsMail = false,
  uploadOrigin,
}: {
  entry: PageEntry;
  services: Services;
  assets: Assets;
  /** Days for which deleted images can be restored, if not the default. */
  deletedImageDays?: number;
  sendsMail?: boolean;
  uploadOrigin?: string | undefined;
}) {
  const source = createPageSource(services);
  const documentsOf = keepLatest((site: Site) =>
    createDocuments(site, { assets, uploadOrigin, findIcon: () => findIcon(services) }),
  );
  const documents = () => documentsOf(services.site.current());
  const release = JSON.stringify([assets.site.scripts, assets.liveFrameScripts, assets.boardScripts]);
  const standalone = createStandalonePages({ entry, services, source, documents });
  const hasPage = createPageCheck(services, entry.paths);

  const siteWithImages = keepLatest((site: Site, _images: object) => ({
    ...withOwnImages(documentsOf(site).siteForPages, services.images.find),
    ...(sendsMail && { sendsMail }),
  }));
  /** Returns the site as pages show it: the same object until a setting or an image changes. */
  const siteForPages = () => siteWithImages(services.site.current(), services.content.snapshot().images);

  const revisionOf = keepLatest((site: PublicSite, menu: Site['navigation'], logoPhoneAndBoard: string) => {
    const kept = JSON.stringify([site, documents().colors, menu, logoPhoneAndBoard]);
    return createHash('sha256').update(kept).digest('hex').slice(0, REVISION_LENGTH);
  });
  const siteRevision = () =>
    revisionOf(
      siteForPages(),
      source.menu(),
      JSON.stringify([source.logo(), source.telephone(), source.hasHarvest()]),
    );

  /** Returns the content version, and a mark that changes with all that open pages show, or their scripts. */
  function pageVersion(): Required<PageVersion> {
    const { version, epoch } = services.content.snapshot();
    const parts = [versionId({ version, epoch }), siteRevision(), services.calendar.state(), release];
    const mark = createHash('sha256')
      .update(JSON.stringify(parts))
      .digest('base64url')
      .slice(0, REVISION_LENGTH);
    return { version, epoch, mark };
  }

  const utcOffsetsOn = keepLatest((day: string, timeZone: string) => {
    const offsets = utcOffsetsAround(day, timeZone);
    // Pages show many times, and each would take five times as long without them.
    setUtcOffsets(timeZone, offsets);
    return offsets;
  });

  async function renderPage(key: string, version: PageVersion, attempt: SignInAttempt | undefined) {
    const { site, layoutOf } = documents();
    const tables = await findMarketTables(services, key);
    const pages = {
      ...source.pages,
      ...(attempt && { [key]: () => ({ attempt }) }),
      ...(tables && { [key]: () => tables }),
    };
    const shell = source.shell();
    const logo = shell.logo ? site.logo : assets.inlined(site.logo);
    const shownSite = { ...siteForPages(), logo };
    // Read before the page loads: a change that hides the page may also save a draft.
    const own = services.ownPages.find(key);
    const page = await entry.renderPage(key, { ...source, pages, shell: () => shell }, shownSite);
    const state: PageState = {
      site: isEditorPage(key) ? { ...shownSite, deletedImageDays } : shownSite,
      shell,
      path: page.path,
      content: page.content,
      contentVersion: versionId(version),
      siteRevision: siteRevision(),
      utcOffsets: utcOffsetsOn(shell.today, site.timeZone),
    };
    // Pages of administrators, which can be many, share a layout.
    const layout = layoutOf(own ? page.path : key, page.module);
    const shared = { ...site, shareImage: findShareImage(services) };
    const isFound = page.status === 200;
    const metadata = metadataOf({ site: shared, url: key, title: page.title, isFound, own });
    const locations = key === LOCATIONS_PAGE ? source.locations() : [];
    const business = BUSINESS_PAGES.has(key)
      ? linkedDataElement(businessOf(shared, services.siteText.find, { today: shell.today, locations }))
      : own
        ? linkedDataElement(webPageOf(site, own))
        : '';
    const content = `<div id="root">${page.html}</div>${business}${dataElement('page-state', state)}${layout.script}`;
    const head = [...metadata, layout.head].join('\n');
    return {
      status: page.status,
      body: documentOf({
        site,
        title: page.title,
        mark: version.mark,
        icon: findIcon(services),
        head,
        body: content,
      }),
      headers: layout.headers(version),
    };
  }

  return {
    /** Returns what open pages ask for, to see whether they are current. */
    mark: () => pageVersion().mark,

    /** Returns true if the cache key is that of a page. */
    has: (key: string): boolean => documents().vendorFrames.has(key) || hasPage(key),

    /** Returns a hash of what an open page keeps during client-side navigation, such as settings, colors, and menu. */
    siteRevision,
    renderPastPrices: standalone.renderPastPrices,

    /**
     * Renders the document for a cache key, or the not-found page for any other. Rejects when rendering fails. With a
     * failed sign-in, which the sign-in page shows, the document must not be cached.
     */
    async render(key: string, attempt?: SignInAttempt): Promise<Rendered> {
      // Read the version first: one that is too old causes a needless refresh, one that is too new hides a change.
      const version = pageVersion();
      return (await standalone.render(key, version)) ?? renderPage(key, version, attempt);
    },
  };
}
