import type { OutgoingHttpHeaders } from 'node:http';
import { CASH_BIDS_PAGE } from '#contract/cash-bids.ts';
import type { Image } from '#contract/images.ts';
import { DASHBOARD_PAGE, DASHBOARD_REQUESTS, vendorFrameOf, WIDGET_PAGES } from '#contract/paths.ts';
import type { VendorScript, VendorWidget } from '#contract/site-embeds.ts';
import type { Site } from '#contract/site.ts';
import type { ContentVersion } from '#server/platform/change.ts';
import { responseHeaders } from '#server/http/headers.ts';
import type { Rendered } from '#server/http/response.ts';
import { followLocation, startBidsFrame } from '#shared/followed-location.ts';
import { ageText, keepHarvest } from '#shared/harvest-text.ts';
import { isShown } from '#shared/site-parts.ts';
import type { Assets } from './assets.ts';
import { bootScript, SCROLL_SCRIPT } from './boot-script.ts';
import { contentSecurityPolicy, vendorFramePolicy } from './content-security-policy.ts';
import { documentOf, publicSite, siteColors } from './document.ts';
import { VENDOR_BIDS_SCRIPT, vendorFrameBody, vendorFrameScript } from './vendor-frame.ts';

/** Shows the button that prints the price sheet, which needs a script. */
const PRINT_SCRIPT =
  'const button=document.querySelector("button");button.hidden=false;button.onclick=()=>print()';

const LOCATION_SCRIPT = `(${followLocation.toString()})()`;
const BIDS_FRAME_SCRIPT = `(${startBidsFrame.toString()})(${followLocation.toString()})`;

const HARVEST_SCRIPT = `(${keepHarvest.toString()})(${ageText.toString()})`;

/** Client-side navigation from other pages never leads to a page of the editor. */
export const isEditorPage = (path: string) => path === '/admin' || path.startsWith('/admin/');

/** The content version of a page, and the mark of all that can change it. */
export type PageVersion = ContentVersion & { mark?: string };

const pageHeaders = (policy: string, version: ContentVersion) =>
  responseHeaders({ type: 'text/html; charset=utf-8', policy, cache: 'revalidated', version });

export type Documents = ReturnType<typeof createDocuments>;

/**
 * Creates the documents of one version of the settings: all of a page but its content. They are kept, because hashing
 * styles and scripts for the policy takes time.
 */
export function createDocuments(
  site: Site,
  {
    assets,
    uploadOrigin,
    findIcon,
  }: {
    assets: Assets;
    /** Origin to which the editor uploads files, if it is not this server. */
    uploadOrigin?: string | undefined;
    findIcon: () => Image | undefined;
  },
) {
  const colors = siteColors(site);
  const siteForPages = publicSite(site);
  const layouts = new Map<string, ReturnType<typeof createLayout>>();
  // In a header, because browsers find elements of the document only after the first part of it has arrived.
  const link = assets.site.fonts
    .map((font) => `<${font}>; rel=preload; as=font; type="font/woff2"; crossorigin`)
    .join(', ');

  const withFonts = (own: OutgoingHttpHeaders): OutgoingHttpHeaders => ({ ...own, ...(link && { link }) });

  /** Creates the document of a standalone page. Search engines must not index it in place of the app's own page. */
  function standalone(
    plain: string,
    script?: string,
    widget: VendorWidget | null = null,
    firstScript?: string,
  ) {
    const style = plain + colors;
    const scripts = [firstScript, script].filter((each) => each !== undefined);
    const policy = contentSecurityPolicy({ site, scripts, styles: [style], widget });
    const head = `<meta name="robots" content="noindex">\n<style>${style}</style>${scriptElement(firstScript)}`;
    return ({ title, html }: { title: string; html: string }, version: PageVersion): Rendered => ({
      status: 200,
      body: documentOf({
        site,
        title,
        mark: version.mark,
        icon: findIcon(),
        head,
        body: html + scriptElement(script),
      }),
      headers: withFonts(pageHeaders(policy, version)),
    });
  }

  /** Creates the sandboxed document of a vendor's script. Its links open in new tabs, as they cannot in the iframe. */
  function vendorFrame(path: keyof Site['titles'], widget: VendorScript) {
    const script = vendorFrameScript(widget, { areBids: path === CASH_BIDS_PAGE });
    const style = assets.standalone.vendorFrame + colors;
    const head = `<meta name="robots" content="noindex">\n<base target="_blank">\n<style>${style}</style>`;
    const body = documentOf({
      site,
      title: site.titles[path],
      head,
      body: `${vendorFrameBody(widget)}<script>${script}</script>`,
    });
    const policy = vendorFramePolicy({ site, widget, script });
    return (version: ContentVersion): Rendered => ({
      status: 200,
      body,
      headers: pageHeaders(policy, version),
    });
  }

  function createLayout(path: string, module: string | undefined) {
    const { style: plain, files } = assets.styleOf(module);
    const style = plain + colors;
    const isUrgent = path.startsWith('/admin/');
    const requests = path === DASHBOARD_PAGE ? DASHBOARD_REQUESTS : [];
    const script =
      bootScript(assets.site.scripts, assets.scriptsOf(module), { isUrgent, requests }) + SCROLL_SCRIPT;
    const firstScripts = path === '/' ? [LOCATION_SCRIPT] : [];
    const policy = contentSecurityPolicy({
      site,
      scripts: [...firstScripts, script],
      styles: [style],
      widget: widgetOf(site, path),
      connections: uploadOrigin && isEditorPage(path) ? [uploadOrigin] : [],
    });
    // The editor's scripts load files of styles unless the page links them. Disabled links load nothing.
    const linked = (isEditorPage(path) ? files : []).map(
      (file) => `<link rel="stylesheet" href="${file}" disabled>`,
    );
    return {
      head: `${linked.join('')}<style>${style}</style>${firstScripts.map(scriptElement).join('')}`,
      script: scriptElement(script),
      headers: (version: ContentVersion) => withFonts(pageHeaders(policy, version)),
    };
  }

  const bids = site.embeds.cashBids;
  const liveScript = bootScript(assets.liveFrameScripts);
  const bidsScript = bids === null ? liveScript : isScript(bids) ? VENDOR_BIDS_SCRIPT : undefined;
  return {
    site,
    colors,
    siteForPages,
    cashBids: standalone(assets.standalone.cashBids, bidsScript, bids, BIDS_FRAME_SCRIPT),
    cashBidsInShell: standalone(assets.styleOf().style + assets.standalone.cashBids, bidsScript, bids),
    harvest: standalone(assets.styleOf().style, `${HARVEST_SCRIPT};${liveScript}`),
    wallBoard: standalone(assets.standalone.wallBoard, bootScript(assets.boardScripts)),
    pastPrices: standalone(assets.standalone.pastPrices, PRINT_SCRIPT),
    priceSheet: standalone(assets.standalone.priceSheet, PRINT_SCRIPT),
    vendorFrames: new Map(
      ([CASH_BIDS_PAGE, ...WIDGET_PAGES] as const).flatMap((path) => {
        const widget = isShown(site, path) ? widgetOf(site, path) : null;
        return isScript(widget) ? [[vendorFrameOf(path), vendorFrame(path, widget)] as const] : [];
      }),
    ),

    /** Returns the document of a page of the app, for the cache key of the page. */
    layoutOf(key: string, module: string | undefined) {
      const [path = ''] = key.split('?', 1);
      const layout = layouts.get(path) ?? createLayout(path, module);
      layouts.set(path, layout);
      return layout;
    },
  };
}

const scriptElement = (script: string | undefined) => (script ? `<script>${script}</script>` : '');

const isScript = (widget: VendorWidget | null): widget is VendorScript =>
  typeof widget === 'object' && widget !== null;

function widgetOf({ embeds }: Site, url: string): VendorWidget | null {
  if (url === CASH_BIDS_PAGE) return embeds.cashBids;
  const page = WIDGET_PAGES.find((path) => path === url);
  return page === undefined ? null : embeds.pages[page];
}
