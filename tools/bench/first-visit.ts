import { PUBLIC_PAGES } from '#tests/support/public-pages.ts';
import { figure, type Row, type Section } from './report.ts';
import { headerOf, readWireResponse } from './wire-response.ts';

const READABLE = { limit: '≤ 20 KB', bytes: 20_000 };
const WITH_SCRIPTS = { limit: '≤ 130 KB', bytes: 130_000 };

/** Transfer size of bodies in bytes, with brotli and with gzip. */
type Weight = { br: number; gzip: number };

const NOTHING: Weight = { br: 0, gzip: 0 };

export async function measureFirstVisit(origin: string): Promise<Section> {
  const { text: html, link, weight: readable } = await load(origin, '/');
  const scripts = await loadScripts(origin, html);
  const fonts = await loadAll(origin, fontsOf(link));
  const images = await loadAll(origin, imagesOf(html));
  const withScripts = add(readable, scripts);
  return {
    title: 'First visit of the home page',
    text: [
      'Response bodies as sent, without headers; 1 KB is 1,000 bytes. The page is readable once its HTML, which contains the',
      'styles, has loaded. Scripts are those that run on this page. Each target applies to both encodings.',
    ].join('\n'),
    columns: ['', 'brotli, KB', 'gzip, KB'],
    rows: [
      toRow('HTML with styles (readable page)', readable, READABLE),
      toRow('Scripts', scripts),
      toRow('HTML, styles, and scripts', withScripts, WITH_SCRIPTS),
      toRow('Fonts', fonts),
      toRow('Images', images),
      toRow('Total without iframes and video', [withScripts, fonts, images].reduce(add)),
    ],
  };
}

const PAGE = { limit: '≤ 30 KB', bytes: 30_000 };

export async function measurePages(origin: string): Promise<Section> {
  const rows: Row[] = [];
  for (const path of PUBLIC_PAGES) rows.push(toRow(path, (await load(origin, path)).weight, PAGE));
  return {
    title: 'Every page',
    text: 'HTML with styles and all content. 1 KB is 1,000 bytes; each target applies to both encodings.',
    columns: ['', 'brotli, KB', 'gzip, KB'],
    rows,
  };
}

/** Returns the size of the page's scripts, all of which its HTML names. */
async function loadScripts(origin: string, html: string): Promise<Weight> {
  const paths = matches(html, /"(\/assets\/[^"]+\.js)"/g);
  if (paths.length === 0) throw new Error('The page has no scripts.');
  return loadAll(origin, paths);
}

const fontsOf = (link: string) => matches(link, /<([^>]+)>; rel=preload; as=font/g);

/** Returns the images in the markup, and the icon that current browsers use. */
const imagesOf = (html: string) => [
  ...matches(html, /<img [^>]*?src="(\/[^"]+)"/g),
  ...matches(html, /<link rel="icon" href="([^"]+)" type="image\/svg\+xml"/g),
];

async function loadAll(origin: string, paths: readonly string[]): Promise<Weight> {
  const loaded = await Promise.all([...new Set(paths)].map((path) => load(origin, path)));
  return loaded.map(({ weight }) => weight).reduce(add, NOTHING);
}

/** Loads a file. `link` is its header of this name. */
async function load(origin: string, path: string): Promise<{ text: string; link: string; weight: Weight }> {
  const [plain, br, gzip] = await Promise.all(
    ['identity', 'br', 'gzip'].map(async (encoding) => {
      const response = await readWireResponse(origin + path, { headers: { 'accept-encoding': encoding } });
      if (response.status !== 200) throw new Error(`${path} responded with ${response.status}.`);
      const found = headerOf(response, 'content-encoding') || 'identity';
      if (![encoding, 'identity'].includes(found))
        throw new Error(`${path} is encoded as ${found}, not as ${encoding}.`);
      return { body: response.body, link: headerOf(response, 'link') };
    }),
  );
  return {
    text: plain?.body.toString() ?? '',
    link: plain?.link ?? '',
    weight: { br: br?.body.length ?? NaN, gzip: gzip?.body.length ?? NaN },
  };
}

function toRow(name: string, weight: Weight, target?: typeof READABLE): Row {
  const cells = [name, figure(weight.br / 1000, 1), figure(weight.gzip / 1000, 1)];
  if (!target) return { cells };
  return {
    cells,
    target: { limit: target.limit, isMet: Math.max(weight.br, weight.gzip) <= target.bytes },
  };
}

const add = (a: Weight, b: Weight): Weight => ({ br: a.br + b.br, gzip: a.gzip + b.gzip });

const matches = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map((match) => match[1] ?? '');
