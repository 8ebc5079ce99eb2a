import { PUBLIC_PAGES } from '#tests/support/public-pages.ts';
import { figure, type Row, type Section } from './report.ts';
import { headerOf, readWireResponse } from './wire-response.ts';

const READABLE = { wanted: '≤ 20 KB', bytes: 20_000 };
const WITH_SCRIPTS = { wanted: '≤ 130 KB', bytes: 130_000 };

/** Transfer size of bodies in bytes, with brotli and with gzip. */
type Weight = { br: number; gzip: number };

const NOTHING: Weight = { br: 0, gzip: 0 };

export async function measureFirstVisit(origin: string): Promise<Section> {
  const { text: html, weight: readable } = await load(origin, '/');
  const scripts = await loadScripts(origin, html);
  const fonts = await loadAll(origin, fontsOf(html));
  const images = await loadAll(origin, imagesOf(html));
  const withScripts = add(readable, scripts);
  return {
    title: 'First visit of the home page',
    text: [
      'Bodies as the server sends them, without headers; 1 KB is 1,000 bytes. The page is readable with its HTML, which has its',
      'styles in it. Scripts are those that run on this page; frames and the film are not counted. A reach holds for both encodings.',
    ].join('\n'),
    columns: ['', 'brotli, KB', 'gzip, KB'],
    rows: [
      toRow('Readable: HTML with its styles', readable, READABLE),
      toRow('All scripts', scripts),
      toRow('Readable and all scripts', withScripts, WITH_SCRIPTS),
      toRow('Fonts', fonts),
      toRow('Pictures', images),
      toRow('Total before frames and film', [withScripts, fonts, images].reduce(add)),
    ],
  };
}

const PAGE = { wanted: '≤ 30 KB', bytes: 30_000 };

export async function measurePages(origin: string): Promise<Section> {
  const rows: Row[] = [];
  for (const path of PUBLIC_PAGES) rows.push(toRow(path, (await load(origin, path)).weight, PAGE));
  return {
    title: 'Every page',
    text: 'HTML with its styles and all of its content. 1 KB is 1,000 bytes; a reach holds for both encodings.',
    columns: ['', 'brotli, KB', 'gzip, KB'],
    rows,
  };
}

const EDITOR_PAGES = [
  { path: '/admin', module: 'sign-in', target: { wanted: '≤ 120 KB', bytes: 120_000 } },
  { path: '/admin/dashboard', module: 'dashboard', target: { wanted: '≤ 250 KB', bytes: 250_000 } },
];

export async function measureEditorScripts(origin: string): Promise<Section> {
  const rows: Row[] = [];
  for (const { path, module, target } of EDITOR_PAGES) {
    const { text: html } = await load(origin, path);
    rows.push(toRow(`Scripts of ${path}`, await loadScripts(origin, html, module), target));
  }
  return {
    title: 'Scripts of the editor',
    text: 'All that the page names, its own part, which is loaded with it, and what they import at once. 1 KB is 1,000 bytes; a reach holds for both encodings.',
    columns: ['', 'brotli, KB', 'gzip, KB'],
    rows,
  };
}

/** Returns the size of the page's scripts, of their static imports, and of `own`, a dynamically imported module. */
async function loadScripts(origin: string, html: string, own?: string): Promise<Weight> {
  let hasOwn = own === undefined;
  let sum = NOTHING;
  const found = new Set(matches(html, /"(\/assets\/[^"]+\.js)"/g));
  for (const path of found) {
    const { text, weight } = await load(origin, path);
    sum = add(sum, weight);
    for (const name of matches(text, /(?:^|[;}\s])(?:import|from)\s*"(\.\/[^"]+\.js)"/g)) {
      found.add(new URL(name, origin + path).pathname);
    }
    for (const name of matches(text, /import\(["'`](\.\/[^"'`]+\.js)["'`]/g)) {
      if (own === undefined || !name.startsWith(`./${own}-`)) continue;
      found.add(new URL(name, origin + path).pathname);
      hasOwn = true;
    }
  }
  if (!hasOwn) throw new Error(`No script names the module ${own}.`);
  if (found.size === 0) throw new Error('The page names no script.');
  return sum;
}

const fontsOf = (html: string) => matches(html, /<link rel="preload" href="([^"]+)" as="font"/g);

/** Returns the images in the markup, and the icon that current browsers use. */
const imagesOf = (html: string) => [
  ...matches(html, /<img [^>]*?src="(\/[^"]+)"/g),
  ...matches(html, /<link rel="icon" href="([^"]+)" type="image\/svg\+xml"/g),
];

async function loadAll(origin: string, paths: readonly string[]): Promise<Weight> {
  const loaded = await Promise.all([...new Set(paths)].map((path) => load(origin, path)));
  return loaded.map(({ weight }) => weight).reduce(add, NOTHING);
}

async function load(origin: string, path: string): Promise<{ text: string; weight: Weight }> {
  const [plain, br, gzip] = await Promise.all(
    ['identity', 'br', 'gzip'].map(async (encoding) => {
      const response = await readWireResponse(origin + path, { 'accept-encoding': encoding });
      if (response.status !== 200) throw new Error(`${path} answers ${response.status}.`);
      const found = headerOf(response, 'content-encoding') || 'identity';
      if (![encoding, 'identity'].includes(found)) throw new Error(`${path} comes in ${found}.`);
      return response.body;
    }),
  );
  return {
    text: plain?.toString() ?? '',
    weight: { br: br?.length ?? NaN, gzip: gzip?.length ?? NaN },
  };
}

function toRow(name: string, weight: Weight, target?: typeof READABLE): Row {
  const cells = [name, figure(weight.br / 1000, 1), figure(weight.gzip / 1000, 1)];
  if (!target) return { cells };
  return {
    cells,
    target: { wanted: target.wanted, isMet: Math.max(weight.br, weight.gzip) <= target.bytes },
  };
}

const add = (a: Weight, b: Weight): Weight => ({ br: a.br + b.br, gzip: a.gzip + b.gzip });

const matches = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map((match) => match[1] ?? '');
